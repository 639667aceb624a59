import { openAccount } from '../../../../commands/account/open-account.ts';
import type { CommandDeps } from '../../../../commands/deps.ts';
import { createForm } from '../../../../commands/form/create-form.ts';
import type { FieldInput } from '../../../../domain/form/field.ts';
import type { CommandContext } from '../../../../log/aggregates.ts';
import { newId } from '../../../../log/ids.ts';

const fields: FieldInput[] = [{ key: 'name', label: 'Name', kind: 'short_text', required: true }];

/** An account with a limit and a published form, made by a writer that does not write to it later. */
export interface HotAccount {
  readonly context: CommandContext;
  readonly formId: string;
}

/** Opens an account that many submissions go to, by its commands alone. @throws when one of them is refused */
export async function openHotAccount(deps: CommandDeps): Promise<HotAccount> {
  const accountId = newId();
  const actor = { kind: 'system', id: 'bench' } as const;
  const context = { accountId, actor, correlationId: 'bench', causationId: 'bench' };
  await openAccount(deps, { accountId, name: 'Hot', plan: 'demo' }, context);
  const made = await createForm(deps, { title: 'Hot', status: 'published', fields }, context);
  if (!made.ok) throw new Error(made.error.code);
  return { context, formId: made.value.form.formId };
}
