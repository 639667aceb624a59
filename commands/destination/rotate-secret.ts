import { isDeepStrictEqual } from 'node:util';
import { destination, type ExistingDestination } from '../../domain/destination/decider.ts';
import type { SealedSecret } from '../../domain/destination/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { plusMs } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import { changeDestination, type DestinationOutcome } from './change-destination.ts';
import { makeSecret, secretProblems } from './signing-secret.ts';

/** How long the previous secret stays valid beside the new one, if requested. */
const overlapMs = 24 * 60 * 60_000;

export interface Rotation {
  readonly destinationId: string;
  /** Whether the previous secret stays valid for a day; otherwise it becomes invalid at once. */
  readonly overlap?: boolean;
  /** The account's own secret; by default a new one is generated. */
  readonly signingSecret?: string;
}

export interface RotatedSecret extends DestinationOutcome {
  /** Returned once: null for a repeated request. */
  readonly signingSecret: string | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'secrets' | 'now'>;

/** Replaces the signing secret of a destination of the context's account. */
export async function rotateSecret(
  deps: Deps,
  { destinationId, overlap = false, signingSecret = makeSecret() }: Rotation,
  context: CommandContext,
): Promise<Result<RotatedSecret, Refusal>> {
  const { state } = await deps.aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const problems = secretProblems(signingSecret, state.settings.signature);
  if (problems.length > 0) return invalid('The secret is invalid.', problems);
  const at = deps.now().toISOString();
  const previousUntil = overlap ? plusMs(at, overlapMs) : null;
  const secret = deps.secrets.seal(signingSecret, destinationId);
  const command = { type: 'RotateDestinationSecret', secret, previousUntil, at } as const;
  const rotated = await changeDestination(deps, { destinationId }, command, context);
  if (!rotated.ok) return rotated;
  // An earlier run of the request has stored its own secret.
  const isFromThisRun = isDeepStrictEqual(rotated.value.destination.secret, secret);
  return ok({ ...rotated.value, signingSecret: isFromThisRun ? signingSecret : null });
}

export interface ResealedSecret extends DestinationOutcome {
  /** False if everything was already sealed with the newest master key. */
  readonly changed: boolean;
}

/**
 * Seals the secrets of a destination of the context's account with the newest master key. The secrets do not
 * change; repeating has no effect.
 * @throws SecretUnreadable if the master key that sealed them is missing
 */
export async function resealSecret(
  deps: Deps,
  { destinationId }: { readonly destinationId: string },
  context: CommandContext,
): Promise<Result<ResealedSecret, Refusal>> {
  const stream = streamOf.destination(destinationId);
  const { state, revision, position } = await deps.aggregates.load(destination, stream);
  if (!state.exists || state.removed || state.accountId !== context.accountId) return notFound;
  const at = deps.now().toISOString();
  const previous = previousOf(state, at);
  const sealed = previous ? [state.secret, previous] : [state.secret];
  if (sealed.every(deps.secrets.isCurrent)) return ok({ destination: state, position, changed: false });
  const reseal = (secret: SealedSecret) =>
    deps.secrets.seal(deps.secrets.open(secret, destinationId), destinationId);
  const resealed = await deps.aggregates.executeAt(
    destination,
    stream,
    // A concurrent rotation must not be undone.
    revision,
    [
      {
        type: 'ResealDestinationSecret',
        secret: reseal(state.secret),
        at,
        previous: previous && reseal(previous),
      },
    ],
    context,
  );
  if (resealed.ok) {
    const { state: now, position: place } = resealed.value;
    return now.exists ? ok({ destination: now, position: place, changed: true }) : notFound;
  }
  return resealed.error.code === 'revision_mismatch'
    ? resealSecret(deps, { destinationId }, context)
    : resealed;
}

/** Returns the previous secret while it is valid; otherwise null. */
const previousOf = ({ previousSecret }: ExistingDestination, at: string): SealedSecret | null =>
  previousSecret && previousSecret.until > at ? previousSecret.secret : null;
