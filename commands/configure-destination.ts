import { isDeepStrictEqual } from 'node:util';
import { account } from '../domain/account/decider.ts';
import { destination, type DestinationState } from '../domain/destination/decider.ts';
import { defaultLimits, type DestinationSettings } from '../domain/destination/events.ts';
import type { Problem } from '../domain/errors.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { Folded } from '../log/stream-cache.ts';
import type { CommandDeps } from './support/deps.ts';
import { questionProblems, withNormalUrl, type CheckDeps } from './support/destination-checks.ts';
import { idOfNew } from './support/keyed-streams.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';
import { makeSecret, secretProblems } from './support/signing-secret.ts';
import { unlessDone } from './support/unless-done.ts';

export interface DestinationRequest extends Partial<Omit<DestinationSettings, 'label' | 'url'>> {
  readonly label: string;
  readonly url: string;
  readonly enabled?: boolean;
  /** The account's own secret; by default a new one is generated. */
  readonly signingSecret?: string;
}

export interface ConfiguredDestination {
  readonly destinationId: string;
  readonly settings: DestinationSettings;
  readonly enabled: boolean;
  /** The signing secret, which is stored sealed. It is returned once: null for a repeated request. */
  readonly signingSecret: string | null;
  readonly at: string;
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'log' | 'secrets' | 'now' | 'newId'> & CheckDeps;

/** Adds a destination with its own signing secret to the context's account. A repeated request finds its destination. */
export async function configureDestination(
  deps: Deps,
  request: DestinationRequest,
  context: CommandContext,
): Promise<Result<ConfiguredDestination, Refusal>> {
  const destinationId = await idOfNew(deps, 'destinations', streamOf.destination, context);
  return unlessDone(
    deps,
    destination,
    streamOf.destination(destinationId),
    context,
    () => configure(deps, request, destinationId, context),
    (done) => configured(done, null),
  );
}

async function configure(
  deps: Deps,
  request: DestinationRequest,
  destinationId: string,
  context: CommandContext,
): Promise<Result<ConfiguredDestination, Refusal>> {
  const { accountId } = context;
  const { enabled = true, signingSecret = makeSecret(), ...chosen } = request;
  const checked = await checkDestination(deps, { ...chosen, signingSecret }, accountId);
  if (!checked || !(await isKnown(deps, accountId))) return notFound;
  const { settings, problems } = checked;
  if (problems.length > 0) return invalid('The destination is invalid.', problems);
  const at = deps.now().toISOString();
  const secret = deps.secrets.seal(signingSecret, destinationId);
  const done = await deps.aggregates.execute(
    destination,
    streamOf.destination(destinationId),
    [{ type: 'ConfigureDestination', destinationId, accountId, settings, enabled, secret, at }],
    context,
    { isNew: true },
  );
  if (!done.ok) return done;
  const { state } = done.value;
  // Another run of the request has stored its own secret.
  const isMine = state.exists && isDeepStrictEqual(state.secret, secret);
  return configured(done.value, isMine ? signingSecret : null);
}

const configured = (
  { state, position }: Folded<DestinationState>,
  signingSecret: string | null,
): Result<ConfiguredDestination, Refusal> => {
  if (!state.exists) return notFound;
  const { destinationId, settings, enabled, configuredAt: at } = state;
  return ok({ destinationId, settings, enabled, signingSecret, at, position });
};

/**
 * Checks a destination before it is added.
 * @returns its settings with the URL in its normal form, and its problems; null if the form does not belong to the
 * account
 */
export async function checkDestination(
  deps: CheckDeps,
  { enabled: _, signingSecret, ...chosen }: DestinationRequest,
  accountId: string,
): Promise<{ readonly settings: DestinationSettings; readonly problems: readonly Problem[] } | null> {
  const given: DestinationSettings = { ...defaults, ...chosen };
  const { settings, problems } = withNormalUrl(given, deps.destinationRules);
  const questions = await questionProblems(deps, accountId, settings);
  const ofSecret = signingSecret === undefined ? [] : secretProblems(signingSecret, settings.signature);
  return questions && { settings, problems: [...problems, ...ofSecret, ...questions] };
}

const defaults = {
  events: ['submission.created'],
  formId: null,
  includedQuestions: [],
  signature: 'timestamped',
  ...defaultLimits,
} satisfies Partial<DestinationSettings>;

async function isKnown({ aggregates }: CheckDeps, accountId: string): Promise<boolean> {
  const { state } = await aggregates.load(account, streamOf.account(accountId));
  return state.exists;
}
