import type { AccountCommand } from '../../domain/account/commands.ts';
import type { ExistingAccount } from '../../domain/account/decider.ts';
import { checkLocale, type FormLocale } from '../../domain/form/locale.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { CommandDeps } from '../deps.ts';
import { invalid, problemsOf, type Refusal } from '../refusal.ts';

export interface AccountSettings {
  readonly name?: string;
  readonly plan?: string;
  /** The language and the time zone of forms that are created without their own; null takes a setting back. */
  readonly locale?: FormLocale;
}

/** An account after a command. */
export interface AccountOutcome {
  readonly account: ExistingAccount;
  readonly position: bigint | null;
}

/**
 * Checks the settings of an account.
 * @returns the language and the time zone in their canonical spelling; or `invalid_request` for every invalid setting
 */
export function checkSettings(
  { plans }: Pick<CommandDeps, 'plans'>,
  { plan, locale = {} }: AccountSettings,
): Result<FormLocale, Refusal> {
  const checked = checkLocale(locale);
  const isKnown = plan === undefined || Object.hasOwn(plans, plan);
  if (isKnown && checked.ok) return ok(checked.value);
  const message = `Must be one of: ${Object.keys(plans).join(', ')}.`;
  const unknown = isKnown ? [] : [{ path: '/plan', code: 'invalid_option' as const, message }];
  const faulty = checked.ok ? [] : problemsOf(checked.error);
  return invalid(isKnown ? 'The details are invalid.' : 'The plan does not exist.', [...unknown, ...faulty]);
}

/** The command for a checked language and time zone; none if neither is given. */
export const localeCommands = (locale: FormLocale, at: string): AccountCommand[] =>
  Object.keys(locale).length === 0 ? [] : [{ type: 'ChangeLocale', ...locale, at }];
