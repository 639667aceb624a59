import { openAccount } from '../../commands/account/open-account.ts';
import { hasEverHadKey, issueApiKey } from '../../commands/api-key/issue-api-key.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { createForm } from '../../commands/form/create-form.ts';
import { keyedId } from '../../commands/keyed-streams.ts';
import { account } from '../../domain/account/decider.ts';
import { scopes } from '../../domain/api-key/events.ts';
import { pathOfForm } from '../../domain/form/address.ts';
import { type ExistingForm, form } from '../../domain/form/decider.ts';
import type { FieldInput } from '../../domain/form/field.ts';
import type { Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { provideDemoOwner } from './demo-owner.ts';

/** The demo account. `key` is set only if this run created the key. */
export interface Demo {
  readonly account_id: string;
  readonly form_id: string;
  /** The path of the page of the form. */
  readonly form_path: string;
  readonly key: string | null;
  /** The person who owns the account; null once the person has left it. */
  readonly owner_id: string | null;
}

const accountId = 'demo';

const context: CommandContext = {
  accountId,
  actor: { kind: 'system', id: 'demo' },
  correlationId: 'demo',
  causationId: 'demo',
};

const fields: FieldInput[] = [
  { key: 'name', label: 'What is your name?', kind: 'short_text', required: true },
  { key: 'email', label: 'Where can we reach you?', kind: 'email' },
  {
    key: 'drink',
    label: 'Tea or coffee?',
    kind: 'single_choice',
    options: [
      { value: 'tea', label: 'Tea' },
      { value: 'coffee', label: 'Coffee' },
    ],
  },
  { key: 'rating', label: 'How do you like it here?', kind: 'rating', validation: { min: 1, max: 5 } },
];

/**
 * Opens the demo account on the first start, with a published form and a key.
 * Every step is idempotent, so the next start completes a start that was killed.
 * @returns null once the account is closed or erased: the same account cannot be opened again
 */
export const provideDemo = (deps: CommandDeps): Promise<Demo | null> => unlessErased(provide(deps));

async function provide(deps: CommandDeps): Promise<Demo | null> {
  const opened = await openAccount(deps, { accountId, name: 'Demo', plan: 'demo' }, context);
  if (!opened.ok && opened.error.code !== 'already_exists') throw refused('account', opened);
  const { state } = await deps.aggregates.load(account, streamOf.account(accountId));
  if (!state.exists || state.closedAt !== null) return null;
  const [provided, owner] = await Promise.all([provideForm(deps), provideDemoOwner(deps, context)]);
  const made = {
    owner_id: owner,
    account_id: accountId,
    form_id: provided.formId,
    form_path: pathOfForm(provided),
  };
  if (await hasEverHadKey(deps, accountId)) return { ...made, key: null };
  const issued = await issueApiKey(deps, { name: 'demo', scopes, expiresAt: null }, context);
  if (!issued.ok) throw refused('key', issued);
  return { ...made, key: issued.value.key };
}

/** Creates the form unless it exists: the key of its request is free again after a day. */
async function provideForm(deps: CommandDeps): Promise<ExistingForm> {
  const idempotencyKey = 'demo';
  const formId = keyedId('forms', accountId, idempotencyKey);
  const { state } = await deps.aggregates.load(form, streamOf.form(formId));
  if (state.exists) return state;
  const created = await createForm(
    deps,
    { title: 'Feedback', fields, status: 'published', idempotencyKey },
    context,
  );
  if (!created.ok) throw refused('form', created);
  return created.value.form;
}

const refused = (what: string, result: Result<unknown, unknown>): Error =>
  new Error(`the demo ${what} cannot be made: ${JSON.stringify(result)}`);
