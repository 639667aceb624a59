import type { Command } from 'commander';
import type { Static } from 'typebox';
import { ApiKey, IssuedKey } from '../../../api/contract/accounts/api-keys.ts';
import { type Scope, scopes } from '../../../domain/api-key/events.ts';
import { Anything, response } from '../client/response-schema.ts';
import {
  type CliContext,
  type CommonOptions,
  type OfCopy,
  openSession,
  withProjection,
  withService,
} from '../context.ts';
import { durationMs, listFrom } from '../input/option-values.ts';
import { type Column, printItem, printList } from '../terminal/output.ts';
import { withExample } from '../with-json.ts';

const Key = response(ApiKey, 'id', 'name', 'scopes');
const NewKey = response(IssuedKey, 'id', 'name', 'scopes', 'key');

const columns: readonly Column<Static<typeof Key>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['name', ({ name }) => name],
  ['scopes', (key) => key.scopes.join(' ')],
  ['expires', ({ expires_at }) => expires_at],
  ['revoked', ({ revoked_at }) => revoked_at],
];

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresIn?: number;
}

/** `formlog keys …` */
export function defineKeys(keys: Command, context: CliContext): void {
  withExample(keys, 'keys create --name reader');

  withService(
    keys
      .command('create')
      .description('create a key, which is shown once')
      .option('--name <name>', 'the purpose of the key', 'command line')
      .option('--scopes <list>', `the scopes of the key: ${scopes.join(', ')}`, listFrom(scopes), [...scopes])
      .option('--expires-in <time>', 'lifetime, such as 12h or 90d (default: unlimited)', durationMs),
    'keys create --name reader --scopes forms:read,submissions:read --expires-in 90d',
  ).action(async (options: CreateOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const { expiresIn } = options;
    const body = {
      name: options.name,
      scopes: options.scopes,
      ...(expiresIn !== undefined && { expires_at: new Date(Date.now() + expiresIn).toISOString() }),
    };
    const path = await accountPath('keys');
    const created = await api.post(path, NewKey, body);
    printItem(output, created, [['key', ({ key }) => key], ...columns]);
    output.note('Store the key now: it cannot be shown again.');
  });

  withService(withProjection(keys.command('list').description('list the keys')), 'keys list').action(
    async ({ projection, ...options }: CommonOptions & OfCopy) => {
      const { api, accountPath, output } = openSession(context, options);
      const path = await accountPath('keys');
      const items = await api.list(path, Key, { projection }, Infinity);
      printList(output, items, columns, 'No keys found. Create one with "formlog keys create".');
    },
  );

  withService(
    keys.command('revoke').description('revoke a key permanently').argument('<id>', 'the id of the key'),
    'keys revoke 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const path = `/api/admin/v1/keys/${encodeURIComponent(id)}/revoke`;
    await api.post(path, Anything);
    output.record({ id, revoked: true });
    output.print(`Key ${id} is revoked.`);
  });
}
