import { randomBytes } from 'node:crypto';
import { openAccount } from '../../commands/account/open-account.ts';
import type { Plans } from '../../commands/account/plans.ts';
import { type CommandDeps, openCommands } from '../../commands/deps.ts';
import { createForm } from '../../commands/form/create-form.ts';
import { openSecretBox } from '../../commands/secret-box.ts';
import type { FieldInput } from '../../domain/form/field.ts';
import type { Result } from '../../domain/result.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import { temporaryLog } from '../support/eventstore/temporary-log.ts';

export const plans: Plans = {
  tiny: { api: true, published_forms: 3, submissions_per_month: 5, destinations: 3 },
  small: { api: true, published_forms: 3, submissions_per_month: 40 },
  busy: { api: true, published_forms: 3, submissions_per_month: 1_000_000 },
  big: { api: true, published_forms: null, submissions_per_month: null },
};

export const contextOf = (accountId: string): CommandContext => ({
  accountId,
  actor: { kind: 'system', id: 'test' },
  correlationId: 'test',
  causationId: 'test',
});

/** What a change of a form asks of an account without destinations. */
export const noDestinations = { destinationChoices: async () => [] };

/** The value of a command that has to succeed. */
export function succeeded<T>(result: Result<T, { readonly code: string }>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Commands over a log of their own, with a clock that can be put forward. */
export async function openFixture() {
  const events = await temporaryLog();
  const clock = { aheadMs: 0 };
  /** Another process on the same log. */
  const another = (configured: Plans = plans): CommandDeps =>
    openCommands({
      log: events.log,
      plans: configured,
      secrets: openSecretBox(randomBytes(32)),
      now: () => new Date(Date.now() + clock.aheadMs),
    });
  const deps = another();
  return {
    deps,
    another,
    clock,
    log: events.log,
    url: events.url,
    close: events.close,

    async newAccount(plan: keyof typeof plans = 'tiny') {
      const accountId = newId();
      succeeded(await openAccount(deps, { accountId, name: 'Test', plan }, contextOf(accountId)));
      return { accountId, context: contextOf(accountId) };
    },

    async newForm(context: CommandContext, status: 'draft' | 'published' = 'draft') {
      const request = { title: 'A form', fields: [nameField], status };
      return succeeded(await createForm(deps, request, context)).form.formId;
    },
  };
}

export type CommandFixture = Awaited<ReturnType<typeof openFixture>>;

const nameField: FieldInput = { key: 'name', label: 'Name', kind: 'short_text', required: true };
