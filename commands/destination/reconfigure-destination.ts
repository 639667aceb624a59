import { destination, type ExistingDestination } from '../../domain/destination/decider.ts';
import type { DestinationSettings } from '../../domain/destination/events.ts';
import type { Problem } from '../../domain/errors.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import { changeDestination, type DestinationOutcome } from './change-destination.ts';
import {
  type CheckDeps,
  type ChoiceByField,
  type GivenSettings,
  resolveChoice,
  withNormalUrl,
} from './destination-checks.ts';
import { secretProblems } from './signing-secret.ts';

export interface DestinationChange {
  readonly destinationId: string;
  readonly settings: Partial<GivenSettings>;
}

type Deps = Pick<CommandDeps, 'secrets' | 'now'> & CheckDeps;

/**
 * Changes settings of a destination of the context's account. Only the given settings are checked: a question
 * that the form no longer has does not prevent a change of the label.
 */
export async function reconfigureDestination(
  deps: Deps,
  change: DestinationChange,
  context: CommandContext,
): Promise<Result<DestinationOutcome, Refusal>> {
  const checked = await checkChange(deps, change, context.accountId);
  if (!checked) return notFound;
  const { settings, problems } = checked;
  if (problems.length > 0) return invalid('The change of the destination is invalid.', problems);
  const at = deps.now().toISOString();
  const { destinationId } = change;
  return changeDestination(deps, { destinationId }, { type: 'ChangeDestination', settings, at }, context);
}

/**
 * Checks a change of a destination before it is made.
 * @returns the settings with the URL in its normal form and the questions by their ids, and their problems; null if the destination does not belong to
 * the account
 */
export async function checkChange(
  deps: Omit<Deps, 'now'>,
  { destinationId, settings: given }: DestinationChange,
  accountId: string,
): Promise<{
  readonly settings: Partial<DestinationSettings>;
  readonly problems: readonly Problem[];
} | null> {
  const { state } = await deps.aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== accountId) return null;
  const { settings, problems } = withNormalUrl(given, deps.destinationRules);
  const choice = await choiceOf(deps, state, settings);
  return {
    settings: { ...settings, ...(choice.ok && choice.value) },
    problems: [...problems, ...(choice.ok ? [] : choice.error), ...problemsOfScheme(deps, state, settings)],
  };
}

/**
 * Returns the choice of questions that a change makes; null if it makes none. Another form must ask every question that
 * is chosen, or the change names others.
 */
async function choiceOf(
  deps: Pick<Deps, 'aggregates' | 'questionsOfAccount'>,
  { accountId, settings: before }: ExistingDestination,
  { formId = before.formId, includedQuestions: given }: Partial<GivenSettings>,
): Promise<Result<ChoiceByField | null, readonly Problem[]>> {
  const isOtherForm = formId !== before.formId;
  if (given === undefined && !isOtherForm) return ok(null);
  const chosen = before.includedFields?.flatMap(({ fieldIds }) => fieldIds) ?? before.includedQuestions;
  const choiceRequest = { formId, includedQuestions: given ?? chosen };
  const choice = await resolveChoice(deps, accountId, choiceRequest, isOtherForm ? undefined : before);
  return choice ?? err([{ path: '/form_id', code: 'invalid_option', message: 'The form does not exist.' }]);
}

function problemsOfScheme(
  { secrets }: Pick<Deps, 'secrets'>,
  { destinationId, settings: before, secret }: ExistingDestination,
  { signature = before.signature }: Partial<GivenSettings>,
): readonly Problem[] {
  if (signature === before.signature) return [];
  return secretProblems(secrets.open(secret, destinationId), signature).length === 0 ? [] : [unsuitable];
}

const unsuitable: Problem = {
  path: '/signature',
  code: 'invalid_option',
  message: 'The signing secret does not fit this scheme. Rotate the secret first, then change the scheme.',
};
