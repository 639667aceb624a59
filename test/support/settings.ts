import { type Config, readConfig } from '../../app/config/config.ts';

/** The default settings, with some replaced. */
export function settingsWith(replaced: Partial<Config>): Config {
  const defaults = readConfig({});
  if (!defaults.ok) throw new Error(defaults.error.join());
  return { ...defaults.value, ...replaced };
}

/** The limits of a browser that asks for forms and sends them, in a minute. */
export const formRates = (limits: {
  readonly pages: number;
  readonly sendings: number;
  readonly attempts: number;
  readonly misses: number;
  readonly saves?: number;
}): Partial<Config> => ({
  FORM_PAGES_PER_MINUTE: limits.pages,
  FORM_SENDS_PER_MINUTE: limits.sendings,
  FORM_ATTEMPTS_PER_MINUTE: limits.attempts,
  FORM_MISSES_PER_MINUTE: limits.misses,
  ...(limits.saves !== undefined && { FORM_SAVES_PER_MINUTE: limits.saves }),
});
