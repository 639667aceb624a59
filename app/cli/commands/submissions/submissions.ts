import type { Command } from 'commander';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { refused } from '../../failure.ts';
import { ask } from '../../terminal/ask.ts';
import { withExample } from '../../with-json.ts';
import { defineErasure, Erasure, erasureEnded, erasurePath, printErasure } from '../auditing/erasures.ts';
import { addChanges, addRevokeLinks } from './change-submissions.ts';
import { addCreate } from './create-submission.ts';
import { addList, addShow } from './read-submissions.ts';

interface EraseOptions extends CommonOptions {
  readonly yes?: boolean;
  readonly wait?: boolean;
}

/** `formlog submissions …` */
export function defineSubmissions(submissions: Command, context: CliContext): void {
  withExample(submissions, 'submissions list --form 4fJkZ0qJ2mXr8sVtYb1c');
  addList(submissions, context);
  addShow(submissions, context);
  addCreate(submissions, context);
  addChanges(submissions, context);
  addRevokeLinks(submissions, context);
  withService(
    submissions
      .command('erase')
      .description('erase a submission permanently, with its answers, payment and deliveries')
      .argument('<id>', 'the id of the submission')
      .option('--yes', 'do not ask for confirmation')
      .option('--wait', 'wait until no file holds any of its data'),
    'submissions erase 7nWq2HpX5jRf8gTz3LdE --yes --wait',
  ).action(async (id: string, { yes = false, wait = false, ...options }: EraseOptions) => {
    if (!yes) await confirm(id);
    const { api, output } = openSession(context, options);
    const started = await api.post(erasurePath(id, 'erase'), Erasure);
    printErasure(output, (wait ? await erasureEnded(api, id, output) : null) ?? started);
  });
  defineErasure(
    submissions
      .command('erasure')
      .description('show the progress of an erasure and the member that it waits for'),
    context,
    'submissions erasure',
  );
}

/** Asks for confirmation. @throws CommandFailure unless the answer is yes, and without a terminal */
async function confirm(id: string): Promise<void> {
  const answer = await ask(
    `Erase submission ${id}, its answers and its deliveries permanently? [y/N] `,
    'An erasure cannot be undone. Without a terminal, confirm it with --yes.',
  );
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was erased.');
}
