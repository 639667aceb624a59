import type { Command } from 'commander';
import type { Static } from 'typebox';
import { ErasureStep, SelectedForErasure } from '../../../../api/contract/erasures/selected-erasures.ts';
import { pause } from '../../../../async/pause.ts';
import { counted } from '../../../../domain/check.ts';
import { quoted } from '../../../../domain/sentences/sentence.ts';
import type { Api } from '../../client/api.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { refused } from '../../failure.ts';
import { ask } from '../../terminal/ask.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import { startBar } from '../../terminal/progress.ts';
import { withExample } from '../../with-json.ts';
import { selectionOf, type SelectionOptions, withSelection } from './selection-options.ts';

const Selected = response(SelectedForErasure, 'form_id', 'form_title', 'count', 'is_least', 'asked_at');
type Selected = Static<typeof Selected>;
const Step = response(
  ErasureStep,
  'erased',
  'is_done',
  'is_waiting',
  'asked_at',
  'after_id',
  'after_submitted_at',
);

interface EraseOptions extends CommonOptions, SelectionOptions {
  readonly form: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** A request waits so long for earlier erasures to end. */
const waitMs = 2_000;

/** `formlog erase submissions` */
export function defineErase(group: Command, context: CliContext): void {
  withExample(group, 'erase submissions --form 4fJkZ0qJ2mXr8sVtYb1c --until 2024-01-01T00:00:00Z');
  withService(
    withSelection(
      group
        .command('submissions')
        .description(
          'erase all submissions to a form that the filters select, with their answers, payments and deliveries. ' +
            'After an interruption, the same command erases the rest.',
        )
        .requiredOption('--form <id>', 'the form'),
    )
      .option('--dry-run', 'only count the submissions that would be erased')
      .option('--yes', 'do not ask for confirmation'),
    'erase submissions --form 4fJkZ0qJ2mXr8sVtYb1c --status incomplete --until 30d --dry-run',
  ).action(async ({ form, dryRun = false, yes = false, ...options }: EraseOptions) => {
    const { api, output } = openSession(context, options);
    const path = `/api/admin/v1/forms/${encodeURIComponent(form)}/erasures`;
    const filters = selectionOf(options);
    const selected = await api.get(path, Selected, filters);
    const { count, is_least: isLeast, asked_at: askedAt } = selected;
    const isNone = count === 0 && !isLeast;
    if (dryRun || isNone) {
      output.record({ form_id: form, dry_run: dryRun, count, is_least: isLeast, erased: 0 });
      return output.print(isNone ? 'No submission matches.' : `${inWords(selected)} would be erased.`);
    }
    if (!yes) await confirm(selected);
    const { erased, isDone } = await eraseAll(api, path, { ...filters, asked_at: askedAt }, count, context);
    output.record({ form_id: form, dry_run: false, count, is_least: isLeast, erased, is_done: isDone });
    output.print(`${counted(erased, 'submission')} ${erased === 1 ? 'is' : 'are'} being erased.`);
    if (!isDone) throw refused('Interrupted: the same command erases the rest.');
  });
}

function inWords({ count, is_least: isLeast, form_title: title }: Selected): string {
  if (count === 0) return `The submissions to ${quoted(title)} that match, which are still to be found,`;
  return `${isLeast ? 'At least ' : ''}${counted(count, 'submission')} to ${quoted(title)}`;
}

/** Asks for confirmation. @throws CommandFailure unless the answer is yes, and without a terminal */
async function confirm(selected: Selected): Promise<void> {
  const answer = await ask(
    `${inWords(selected)} will be erased permanently, with answers and deliveries. Go on? [y/N] `,
    'An erasure cannot be undone. Without a terminal, confirm it with --yes; --dry-run counts the submissions.',
  );
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was erased.');
}

/** Erases all that is selected, step by step, with the progress on stderr. An interrupt ends it between two steps. */
async function eraseAll(
  api: Api,
  path: string,
  selection: object,
  count: number,
  { streams }: CliContext,
): Promise<{ readonly erased: number; readonly isDone: boolean }> {
  const bar = startBar(streams, '{bar} {value}/{total} submissions');
  const { signal, dispose } = onInterrupt();
  const isInterrupted = () => signal.aborted;
  let erased = 0;
  let place: object = {};
  let isWaitTold = false;
  try {
    while (!isInterrupted()) {
      const step = await api.post(path, Step, { ...selection, ...place });
      erased += step.erased;
      bar.show(erased, Math.max(count, erased), {});
      if (step.is_done) return { erased, isDone: true };
      const { after_id, after_submitted_at } = step;
      place = after_id === null || after_submitted_at === null ? {} : { after_id, after_submitted_at };
      if (!step.is_waiting) continue;
      if (!isWaitTold) bar.note('The account has as many erasures in progress as it may have. Waiting.');
      isWaitTold = true;
      await pause(waitMs, signal);
    }
    return { erased, isDone: false };
  } finally {
    bar.stop();
    dispose();
  }
}
