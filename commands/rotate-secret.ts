import { destination, type ExistingDestination } from '../domain/destination/decider.ts';
import type { SealedSecret } from '../domain/destination/events.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { plusMs } from '../domain/time.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { changeDestination, type DestinationOutcome } from './change-destination.ts';
import type { CommandDeps } from './support/deps.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';
import { makeSecret, secretProblems } from './support/signing-secret.ts';

/** How long the secret before counts beside the new one, where that is asked for. */
const overlapMs = 24 * 60 * 60_000;

export interface Rotation {
  readonly destinationId: string;
  /** Whether the secret before goes on counting for a day; else it ceases at once. */
  readonly overlap?: boolean;
  /** One of the account's own; one is made where it is not given. */
  readonly signingSecret?: string;
}

export interface RotatedSecret extends DestinationOutcome {
  /** Shown this once. */
  readonly signingSecret: string;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'secrets' | 'now'>;

/** Gives a destination of the context's account another signing secret. */
export async function rotateSecret(
  deps: Deps,
  { destinationId, overlap = false, signingSecret = makeSecret() }: Rotation,
  context: CommandContext,
): Promise<Result<RotatedSecret, Refusal>> {
  const { state } = await deps.aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const problems = secretProblems(signingSecret, state.settings.signature);
  if (problems.length > 0) return invalid('The secret cannot be used.', problems);
  const at = deps.now().toISOString();
  const previousUntil = overlap ? plusMs(at, overlapMs) : null;
  const secret = deps.secrets.seal(signingSecret);
  const command = { type: 'RotateDestinationSecret', secret, previousUntil, at } as const;
  const rotated = await changeDestination(deps, { destinationId }, command, context);
  return rotated.ok ? ok({ ...rotated.value, signingSecret }) : rotated;
}

export interface ResealedSecret extends DestinationOutcome {
  /** False where everything was sealed with the newest master key already. */
  readonly changed: boolean;
}

/**
 * Seals the secrets of a destination of the context's account with the newest master key. They stay what they
 * are; done again, it changes nothing.
 * @throws SecretUnreadable where the key that they are sealed with is not there
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
  const reseal = (secret: SealedSecret) => deps.secrets.seal(deps.secrets.open(secret));
  const resealed = await deps.aggregates.execute(
    destination,
    stream,
    [
      {
        ...{ type: 'ResealDestinationSecret', secret: reseal(state.secret), at },
        previous: previous && reseal(previous),
      },
    ],
    context,
    // A rotation in between must not be undone.
    { expectedRevision: revision },
  );
  if (resealed.ok) {
    const { state: now, position: place } = resealed.value;
    return now.exists ? ok({ destination: now, position: place, changed: true }) : notFound;
  }
  return resealed.error.code === 'revision_mismatch'
    ? resealSecret(deps, { destinationId }, context)
    : resealed;
}

/** The secret before, while it counts. */
const previousOf = ({ previousSecret }: ExistingDestination, at: string): SealedSecret | null =>
  previousSecret && previousSecret.until > at ? previousSecret.secret : null;
