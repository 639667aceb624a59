import { account } from '../../domain/account/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { storage } from '../../domain/storage/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { monthOf, nextMonth } from '../../domain/time.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { fileBytesLimit, planNamed } from '../account/plans.ts';
import type { CoreDeps } from '../core-deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

type Deps = Pick<CoreDeps, 'aggregates' | 'now' | 'plans'>;

/** The first month that has files. */
const firstMonth = '2026-11-01T00:00:00.000Z';
/** Files of earlier months only leave: a state of this age counts too many bytes, never too few. In ms. */
const earlierMaxAgeMs = 30_000;

interface ReceivedBytes {
  readonly fileId: string;
  readonly bytes: number;
  /** When the file is received, ISO 8601. */
  readonly at: string;
}

/** The months up to that of `at`, without it. */
function monthsBefore(at: string): string[] {
  const months: string[] = [];
  for (let month = firstMonth; monthOf(month) < monthOf(at); month = nextMonth(month))
    months.push(monthOf(month));
  return months;
}

async function usedIn({ aggregates }: Deps, accountId: string, months: readonly string[], maxAgeMs: number) {
  const states = await Promise.all(
    months.map((month) => aggregates.load(storage, streamOf.storage(accountId, month), maxAgeMs)),
  );
  return states.reduce((sum, { state }) => sum + state.used, 0);
}

/** Returns the bytes of an account's files. @throws LogUnavailable */
export const fileBytesOf = (deps: Deps, accountId: string): Promise<number> => {
  const at = deps.now().toISOString();
  return usedIn(deps, accountId, [...monthsBefore(at), monthOf(at)], 0);
};

/**
 * Reserves the bytes of a file in the account's plan, before the file is recorded. Reserving them again has no effect.
 * @throws LogUnavailable
 */
export async function reserveBytes(
  deps: Deps,
  { fileId, bytes, at }: ReceivedBytes,
  context: CommandContext,
): Promise<Result<null, Refusal>> {
  const { accountId } = context;
  const { state } = await deps.aggregates.load(account, streamOf.account(accountId), 1_000);
  if (!state.exists || state.closedAt !== null) return notFound;
  const limit = fileBytesLimit(planNamed(deps.plans, state.plan));
  const elsewhere = limit === null ? 0 : await usedIn(deps, accountId, monthsBefore(at), earlierMaxAgeMs);
  const command = { type: 'ReserveBytes', fileId, bytes, limit, elsewhere, at } as const;
  const stream = streamOf.storage(accountId, monthOf(at));
  const reserved = await deps.aggregates.execute(storage, stream, [command], context);
  return reserved.ok ? ok(null) : reserved;
}

/** Returns the bytes of a file whose content is gone. Returning them again has no effect, or those of an erased account. @throws LogUnavailable */
export async function returnBytes(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  { fileId, at: receivedAt }: Omit<ReceivedBytes, 'bytes'>,
  context: CommandContext,
): Promise<void> {
  const stream = streamOf.storage(context.accountId, monthOf(receivedAt));
  const command = { type: 'ReturnBytes', fileId, at: now().toISOString() } as const;
  await unlessErased(aggregates.execute(storage, stream, [command], context));
}
