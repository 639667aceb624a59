import { isDeepStrictEqual } from 'node:util';
import {
  destination,
  type DestinationCommand,
  type DestinationState,
} from '../../domain/destination/decider.ts';
import { defaultLimits, type DestinationSettings } from '../../domain/destination/events.ts';
import type { Problem } from '../../domain/errors.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noStream } from '../../log/event-log.ts';
import type { Folded } from '../../log/stream-cache.ts';
import type { CommandDeps } from '../deps.ts';
import { idOfNew } from '../keyed-streams.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import { runOnce } from '../run-once.ts';
import { type CheckDeps, type GivenSettings, resolveChoice, withNormalUrl } from './destination-checks.ts';
import { countEarlierDestinations, type EarlierDestinations } from './destination-grants.ts';
import { makeSecret, secretProblems } from './signing-secret.ts';

export interface DestinationRequest extends Partial<Omit<GivenSettings, 'label' | 'url'>> {
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

type Deps = Pick<CommandDeps, 'log' | 'secrets' | 'now' | 'newId' | 'destinationGrants'> &
  CheckDeps & { readonly earlierDestinations: EarlierDestinations };

/**
 * Adds a destination with its own signing secret to the context's account, under a grant of the account. A repeated
 * request finds its destination.
 */
export async function configureDestination(
  deps: Deps,
  request: DestinationRequest,
  context: CommandContext,
): Promise<Result<ConfiguredDestination, Refusal>> {
  const destinationId = await idOfNew(deps, 'destinations', streamOf.destination, context);
  return runOnce(
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
  if (!checked) return notFound;
  const { settings, problems } = checked;
  if (problems.length > 0) return invalid('The destination is invalid.', problems);
  const at = deps.now().toISOString();
  const secret = deps.secrets.seal(signingSecret, destinationId);
  const done = await addUnderGrant(
    deps,
    { type: 'ConfigureDestination', destinationId, accountId, settings, enabled, secret, at },
    context,
  );
  if (!done.ok) return done;
  const { state } = done.value;
  // Another run of the request has stored its own secret.
  const isFromThisRun = state.exists && isDeepStrictEqual(state.secret, secret);
  return configured(done.value, isFromThisRun ? signingSecret : null);
}

type ConfigureDestination = Extract<DestinationCommand, { type: 'ConfigureDestination' }>;

/**
 * Adds the destination in one append. The revision of its stream is read first, then the grant is taken. If another
 * process returned the grant meanwhile, the append is refused, and another grant is taken.
 */
async function addUnderGrant(deps: Deps, command: ConfigureDestination, context: CommandContext) {
  const { aggregates, destinationGrants } = deps;
  const { destinationId } = command;
  const stream = streamOf.destination(destinationId);
  const counted = await countEarlierDestinations(deps, deps.earlierDestinations, context);
  if (!counted.ok) return counted;
  // A new id has no stream. One that derives from an idempotency key may have a stream with a revoked grant.
  const isNew = context.requestKey === undefined;
  let expectedRevision = isNew ? noStream : (await aggregates.load(destination, stream)).revision;
  for (;;) {
    const granted = await destinationGrants.take(destinationId, context);
    if (!granted.ok) return granted;
    const added = await aggregates.executeAt(destination, stream, expectedRevision, [command], context);
    if (added.ok) return added;
    const existing = await aggregates.load(destination, stream);
    // The grant now belongs to the other run, which added this destination.
    if (existing.state.exists) return err({ code: 'already_exists' } as const);
    if (added.error.code !== 'revision_mismatch') {
      const { isFirst, revision } = granted.value;
      if (isFirst) await destinationGrants.releaseGrant(destinationId, revision, context);
      return added;
    }
    expectedRevision = existing.revision;
  }
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
 * @returns its settings with the URL in its normal form and the questions by their ids, and its problems; null if the form
 * does not belong to the account
 */
export async function checkDestination(
  deps: CheckDeps,
  { enabled: _, signingSecret, ...chosen }: DestinationRequest,
  accountId: string,
): Promise<{ readonly settings: DestinationSettings; readonly problems: readonly Problem[] } | null> {
  const given: GivenSettings = { ...defaults, ...chosen };
  const { settings, problems } = withNormalUrl(given, deps.destinationRules);
  const choice = await resolveChoice(deps, accountId, settings);
  if (!choice) return null;
  const ofSecret = signingSecret === undefined ? [] : secretProblems(signingSecret, settings.signature);
  return {
    settings: { ...settings, ...(choice.ok && choice.value) },
    problems: [...problems, ...ofSecret, ...(choice.ok ? [] : choice.error)],
  };
}

const defaults = {
  events: ['submission.created'],
  formId: null,
  includedQuestions: [],
  signature: 'timestamped',
  ...defaultLimits,
} satisfies Partial<GivenSettings>;
