import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { completions, CountInProgress, FormAnswers } from '../../../../api/contract/forms/answers.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused } from '../../failure.ts';
import { oneOf, timestamp } from '../../input/option-values.ts';
import { type Column, printList } from '../../terminal/output.ts';
import { startBar } from '../../terminal/progress.ts';
import { type AnswerRow, rowsOf } from './answer-rows.ts';

const Counted = response(FormAnswers, 'counted_at', 'submissions', 'questions');
const Counting = response(CountInProgress, 'read', 'total', 'counted_since');
type Counted = Static<typeof Counted>;

interface AnswersOptions extends CommonOptions {
  readonly since?: string;
  readonly until?: string;
  readonly versions?: string;
  readonly source?: string;
  readonly completion?: string;
  readonly question?: string;
  readonly option?: string;
}

const columns: readonly Column<AnswerRow>[] = [
  ['question', ({ question }) => question],
  ['answer', ({ answer }) => answer],
  ['count', ({ count }) => count],
  ['share', ({ share }) => share],
];

const pauseMs = 500;

/** `formlog forms answers` */
export function addAnswers(forms: Command, context: CliContext): void {
  withService(
    forms
      .command('answers')
      .description('count the answers to each question of a form')
      .argument('<id>', 'the id of the form')
      .option('--since <time>', 'only submissions since a time or a duration ago (30d)', timestamp)
      .option('--until <time>', 'only submissions before a time or a duration ago', timestamp)
      .option('--versions <numbers>', 'only submissions to these versions of the form, such as 2,3')
      .option('--source <source>', 'only submissions by the api or by the form', oneOf(['api', 'form']))
      .option('--completion <state>', `${completions.join(', ')} (default: complete)`, oneOf(completions))
      .option('--question <id>', 'the id of a field: only submissions that chose --option of it')
      .option('--option <value>', 'the value of an option of --question'),
    'forms answers 4fJkZ0qJ2mXr8sVtYb1c --since 30d',
  ).action(async (id: string, options: AnswersOptions) => {
    const { since, until, versions, source, completion, question, option, ...common } = options;
    if ((question === undefined) !== (option === undefined))
      throw misused('Give --question and --option together.');
    const { api, output } = openSession(context, common);
    const query = { since, until, versions, source, completion, question, option };
    const path = `/api/admin/v1/forms/${encodeURIComponent(id)}/answers`;
    const found = await untilCounted(context, (counted_since) =>
      api.get(path, Type.Union([Counted, Counting]), { ...query, counted_since }),
    );
    output.record(found);
    if (output.json) return;
    output.print(`${found.submissions} submissions, counted at ${found.counted_at}`);
    output.print('');
    printList(output, found.questions.flatMap(rowsOf), columns, 'The form has no questions.');
  });
}

/** Asks again until the count is complete. @param ask asks for a count that began at a time or later */
async function untilCounted(
  { streams }: CliContext,
  ask: (countedSince?: string) => Promise<Counted | Static<typeof Counting>>,
): Promise<Counted> {
  const bar = startBar(streams, 'counting {bar} {value} of {total}');
  try {
    for (let found = await ask(); ; found = await ask(found.counted_since)) {
      if ('questions' in found) return found;
      bar.show(found.read, found.total, {});
      await delay(pauseMs);
    }
  } finally {
    bar.stop();
  }
}
