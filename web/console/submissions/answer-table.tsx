import type { LinkOf } from '../../../api/responses/submissions.ts';
import { kindNames } from '../../../domain/form/kind-names.ts';
import type { DisplayedAnswer } from '../../../domain/submission/labelled.ts';
import { Empty } from '../../parts/empty.tsx';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import { Table } from '../../parts/table.tsx';
import { AnswerText, FileLinks, MomentText, PhoneText } from './answer.tsx';

/** A table of answers. Their texts, up to a megabyte, are rendered a few at a time. */
export async function answerTable(
  caption: string,
  answers: readonly DisplayedAnswer[],
  timeZone: string,
  linkOf: LinkOf,
): Promise<JSX.Element> {
  const texts = await renderInTurns(answers, ({ kind, value, display, e164 }) => {
    if (kind === 'datetime') return <MomentText value={value} display={display} timeZone={timeZone} />;
    if (kind === 'file') return <FileLinks value={value} linkOf={linkOf} />;
    if (kind === 'phone') return <PhoneText display={display} e164={e164 ?? null} />;
    return <AnswerText display={display} />;
  });
  const items = answers.map(({ key, kind, label }, index) => ({
    key,
    kind,
    label,
    text: texts[index] ?? '',
  }));
  return (
    <Table
      caption={caption}
      items={items}
      empty={<Empty title="The form had no questions." />}
      columns={[
        {
          title: 'Question',
          cell: ({ label }) => (
            <div class="question" dir="auto" safe>
              {label}
            </div>
          ),
        },
        { title: 'Answer', cell: ({ text }) => text },
        { title: 'Key', wide: true, cell: ({ key }) => <code safe>{key}</code> },
        {
          title: 'Kind',
          wide: true,
          cell: ({ kind }) => (
            <span class="quiet" safe>
              {kindNames[kind]}
            </span>
          ),
        },
      ]}
    />
  );
}
