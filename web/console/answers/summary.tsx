import type { CountedAnswers } from '../../../projections/queries/answers/count-answers.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Time } from '../../parts/time.tsx';
import { type Group, lettersOf } from './groups.ts';

interface SummaryProps {
  readonly groups: readonly Group[];
  readonly counted: readonly CountedAnswers[];
  readonly again: string;
}

/** How many submissions each group has, and when they were counted. */
export const Summary = ({ groups, counted, again }: SummaryProps) => (
  <>
    <dl class="facts">
      {groups.map(({ name }, index) => (
        <div>
          <dt class={groups.length > 1 ? `key-${index === 0 ? 'one' : 'other'}` : ''} safe>
            {groups.length > 1 ? `${lettersOf(groups)[index] ?? ''}: ${name}` : name}
          </dt>
          <dd>
            <strong>{counted[index]?.submissions ?? 0}</strong> submissions
          </dd>
        </div>
      ))}
      <div>
        <dt>Counted</dt>
        <dd>
          <Time at={counted[0]?.counted_at ?? null} /> <a href={attributeText(again)}>Count again</a>
        </dd>
      </div>
    </dl>
    {counted.every(({ submissions }) => submissions === 0) && (
      <Empty title="No submissions match.">
        <p>Choose another period, or other filters.</p>
      </Empty>
    )}
  </>
);
