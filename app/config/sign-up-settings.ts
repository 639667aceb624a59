import { defaultPlans, type Plans } from '../../commands/account/plans.ts';
import type { SignUpMode } from '../../commands/person/sign-up-modes.ts';

interface SignUpSettings {
  readonly SIGN_UP?: SignUpMode;
  readonly SIGN_UP_PLAN?: string;
  readonly PLANS_FILE?: Plans | undefined;
}

/**
 * Returns a line for every setting that the sign-up needs and that is missing or unknown.
 * @param env the settings as they are given: a setting with a mistake of its own is not missing
 */
export function signUpMistakes(
  env: Readonly<Record<string, string | undefined>>,
  { SIGN_UP: mode, SIGN_UP_PLAN: plan = '', PLANS_FILE: plans }: SignUpSettings,
): readonly string[] {
  if (mode === undefined) return [];
  // A sign-up that was interrupted before it was closed is still completed on the plan. The default need not be a plan meanwhile.
  if (mode === 'closed' && env['SIGN_UP_PLAN'] === undefined) return [];
  const isMissing = (name: string) => mode === 'open' && env[name] === undefined;
  const known = env['PLANS_FILE'] === undefined ? defaultPlans : plans;
  const isUnknown = known !== undefined && !Object.hasOwn(known, plan);
  return [
    ...(isMissing('SMTP_URL') ? ['SMTP_URL is missing: SIGN_UP=open mails a link to each new address'] : []),
    ...(isMissing('PUBLIC_URL')
      ? ['PUBLIC_URL is missing: SIGN_UP=open mails links for strangers, who must not choose where they lead']
      : []),
    ...(isUnknown ? [`SIGN_UP_PLAN is ${plan}, which is none of: ${Object.keys(known).join(', ')}`] : []),
  ];
}
