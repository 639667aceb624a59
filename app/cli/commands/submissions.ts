import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
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
  completed_at: Nullable(Type.String()),
  waiting_for: Type.Optional(
    Nullable(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        error: Nullable(Type.Object({ message: Type.String(), at: Type.String() })),
      }),
    ),
  ),
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
    const begun = valueOf(await api.call({ method: 'POST', path: pathOf(id, 'erase') }, Erasure));
    tell(output, (wait ? await ended(api, id, output) : null) ?? begun);
  });
  withService(
    submissions
      .command('erasure')
      .description('show how far the erasure of a submission has come, and what it waits for')
      .argument('<id>', 'the id of the submission')
      .option('--wait', 'until nothing of it is left in any file'),
    'submissions erasure 7nWq2HpX5jRf8gTz3LdE',
  ).action(async (id: string, { wait = false, ...options }: EraseOptions) => {
    const { api, output } = openSession(context, options);
    const found = valueOf(await read(api, id));
    tell(output, (wait ? await ended(api, id, output) : null) ?? found);
  });
}

const pathOf = (id: string, what: string): string =>
  `/api/admin/v1/submissions/${encodeURIComponent(id)}/${what}`;

const read = (api: ApiClient, id: string, signal?: AbortSignal) =>
  api.call({ method: 'GET', path: pathOf(id, 'erasure'), ...(signal && { signal }) }, Erasure);

/** Waits until an erasure is complete, and says what it waits for; null after an interrupt. */
async function ended(api: ApiClient, id: string, output: Session['output']): Promise<Erasure | null> {
  let said = '';
  return watch(
    (signal) => read(api, id, signal),
    (erasure) => {
      const words = waitText(erasure);
      if (words !== '' && words !== said) output.note(words);
      said = words;
      return erasure.status === 'erased';
    },
  );
}

/** What an erasure waits for, in words; nothing where it does not. */
function waitText({ waiting_for: waiting }: Erasure): string {
  if (!waiting) return '';
  const { code, message, error } = waiting;
  const before = error ? ` The try before failed at ${error.at}: ${error.message}` : '';
  return `It waits (${code}): ${message}${before}`;
}

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
  else {
    output.say(`Nobody is shown submission ${id} since ${erased_at}; what files hold of it is not gone yet.`);
    const words = waitText(erasure);
    if (words !== '') output.say(words);
  }
}
