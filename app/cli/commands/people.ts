import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import * as contract from '../../../api/contract/accounts/people.ts';
import type { Api } from '../client/api.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { refused } from '../failure.ts';
import { ask } from '../terminal/ask.ts';
import { type Column, type Output, printItem } from '../terminal/output.ts';
import { watch } from '../terminal/watch.ts';
import { withExample } from '../with-json.ts';
import { WaitingFor, waitText } from './auditing/erasures.ts';

const Person = response(contract.Person, 'id', 'name', 'email', 'accounts');
type Person = Static<typeof Person>;

const { waiting_for: _, ...progress } = contract.PersonErasure.properties;
const Erasure = Type.Intersect([
  response(Type.Object(progress), 'id', 'status', 'requested_at', 'completed_at'),
  WaitingFor,
]);
type Erasure = Static<typeof Erasure>;

const columns: readonly Column<Person>[] = [
  ['name', ({ name }) => name],
  ['e-mail', ({ email }) => email, 'whole'],
  ['accounts', ({ accounts }) => accounts.map(({ id, role }) => `${id} (${role})`).join(', ')],
  ['id', ({ id }) => id, 'whole'],
];

const path = '/api/admin/v1/people';
const pathOf = (id: string, action: string): string => `${path}/${encodeURIComponent(id)}/${action}`;
const idOrAddress = 'the id of the person, or the address that the person signs in with';

const find = (api: Api, person: string) => api.get(`${path}/${encodeURIComponent(person)}`, Person);

const withWait = (command: Command): Command =>
  command.option('--wait', 'wait until no file holds anything personal of the person');

interface WaitOptions extends CommonOptions {
  readonly wait?: boolean;
}

/** `formlog people …` */
export function definePeople(people: Command, context: CliContext): void {
  withExample(people, 'people show ada@example.com');

  withService(
    people
      .command('show')
      .description('show a person with the accounts of the person')
      .argument('<person>', idOrAddress),
    'people show ada@example.com',
  ).action(async (person: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    printItem(output, await find(api, person), columns);
  });

  withService(
    withWait(
      people
        .command('erase')
        .description('erase a person permanently; histories no longer name the person')
        .argument('<person>', idOrAddress)
        .option('--yes', 'do not ask'),
    ),
    'people erase ada@example.com --wait',
  ).action(
    async (
      person: string,
      { yes = false, wait = false, ...options }: WaitOptions & { readonly yes?: boolean },
    ) => {
      const { api, output } = openSession(context, options);
      const { id } = await find(api, person);
      if (!yes) await confirm(person);
      const started = await api.post(pathOf(id, 'erase'), Erasure);
      printErasure(output, (wait ? await ended(api, id, output) : null) ?? started);
    },
  );

  withService(
    withWait(
      people
        .command('erasure')
        .description('show how far the erasure of a person is, and what it waits for')
        .argument('<person>', 'the id of the person'),
    ),
    'people erasure 5hKm2aXr7sVtYb1c4fJk --wait',
  ).action(async (id: string, { wait = false, ...options }: WaitOptions) => {
    const { api, output } = openSession(context, options);
    const found = await api.get(pathOf(id, 'erasure'), Erasure);
    printErasure(output, (wait ? await ended(api, id, output) : null) ?? found);
  });
}

/** Asks for the person once more. @throws CommandFailure for another answer, and without a terminal */
async function confirm(person: string): Promise<void> {
  const answer = await ask(
    `This erases the person permanently, in every account. Type ${person} to go on: `,
    'The erasure of a person cannot be undone. Without a terminal, confirm it with --yes.',
  );
  if (answer !== person.trim()) throw refused('That is another person. Nothing was erased.');
}

/** Waits until an erasure is complete and prints the reason for waiting; null after an interrupt. */
async function ended(api: Api, id: string, output: Output): Promise<Erasure | null> {
  let printed = '';
  return watch(
    (signal) => api.call({ method: 'GET', path: pathOf(id, 'erasure'), signal }, Erasure),
    (erasure) => {
      const words = waitText(erasure);
      if (words !== '' && words !== printed) output.note(words);
      printed = words;
      return erasure.status === 'erased';
    },
  );
}

function printErasure(output: Output, erasure: Erasure): void {
  output.record(erasure);
  const { id, status, requested_at, completed_at } = erasure;
  if (status === 'erased') return output.print(`Person ${id} is erased since ${completed_at}.`);
  output.print(`Person ${id} has been hidden since ${requested_at}; files still hold some of the data.`);
  const words = waitText(erasure);
  if (words !== '') output.print(words);
}
