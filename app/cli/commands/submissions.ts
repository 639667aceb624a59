import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import type { ApiClient } from '../client.ts';
import {
  addGroup,
  openSession,
  withService,
  type CliContext,
  type CommonOptions,
  type Session,
} from '../context.ts';
import { valueOf } from '../explain.ts';
import { misused, refused } from '../failure.ts';
import { watch } from '../watch.ts';

const Erasure = Type.Object({
  id: Type.String(),
  status: Type.String(),
  erased_at: Type.String(),
  completed_at: Type.Union([Type.String(), Type.Null()]),
});
type Erasure = Static<typeof Erasure>;

interface EraseOptions extends CommonOptions {
  readonly yes?: boolean;
  readonly wait?: boolean;
}

/** `formlog submissions …` */
export function addSubmissions(program: Command, context: CliContext): void {
  const submissions = addGroup(
    program,
    'submissions',
    'what was submitted',
    'submissions erase 7nWq2HpX5jRf8gTz3LdE',
  );
  withService(
    submissions
      .command('erase')
      .description(
        'erase a submission for good: its answers, its payment, and the deliveries that told of it',
      )
      .argument('<id>', 'the id of the submission')
      .option('--yes', 'do not ask first')
      .option('--wait', 'until nothing of it is left in any file'),
    'submissions erase 7nWq2HpX5jRf8gTz3LdE --yes --wait',
  ).action(async (id: string, { yes = false, wait = false, ...options }: EraseOptions) => {
    if (!yes) await confirm(id);
    const { api, output } = openSession(context, options);
    const ask = () => erase(api, id);
    const begun = valueOf(await ask());
    // Asked again, it tells how far it has come.
    const ended = wait ? await watch(ask, ({ status }) => status === 'erased') : null;
    tell(output, ended ?? begun);
  });
}

const erase = (api: ApiClient, id: string) =>
  api.call({ method: 'POST', path: `/api/admin/v1/submissions/${encodeURIComponent(id)}/erase` }, Erasure);

/** Asks on the terminal. @throws CommandFailure unless the answer is yes, or where nobody can answer */
async function confirm(id: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw misused('Erasing cannot be taken back: add --yes where nobody can be asked.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const question = `Erase submission ${id}, its answers and its deliveries for good? [y/N] `;
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and Ctrl-D close it without an answer.
    asking.once('close', () => resolve(''));
    asking.question(question, resolve);
  }).finally(() => asking.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw refused('Nothing was erased.');
}

function tell(output: Session['output'], erasure: Erasure): void {
  output.record(erasure);
  const { id, status, erased_at, completed_at } = erasure;
  if (status === 'erased') output.say(`Submission ${id} was erased at ${erased_at}; files: ${completed_at}.`);
  else output.say(`Submission ${id} is erased since ${erased_at}. What files hold of it goes next.`);
}
