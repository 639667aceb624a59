import type { CommandDeps } from '../../commands/deps.ts';
import { account } from '../../domain/account/decider.ts';
import { defaultTimeZone } from '../../domain/form/locale.ts';
import { type Channel, channels } from '../../domain/notice/kinds.ts';
import { isDigest, noticeChoices } from '../../domain/notice-choices/decider.ts';
import { lastDigestEnd } from '../../domain/notice-choices/digest-window.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { DigestQueries, DigestReader } from '../../projections/read-models/notices/digest-queries.ts';

export interface DigestDeps extends Pick<CommandDeps, 'aggregates' | 'now'> {
  readonly digests: DigestQueries;
  /** Waits until the read models hold what was appended until now. */
  readonly upToDate: (signal: AbortSignal) => Promise<boolean>;
}

/** Submissions are recorded some seconds after the time that they carry. */
const graceMs = 30_000;

/**
 * Closes the digests whose time has come. The stream of the choices decides, by the time up to which submissions were reported: a digest
 * that two processes close, or that is closed again after the read models were lost, is recorded once.
 * @param checked the ends up to which digests were looked at, by reader and channel; kept between calls
 * @throws LogUnavailable
 */
export async function closeDigests(
  deps: DigestDeps,
  checked: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const readers = await deps.digests.readers();
  const until = new Date(deps.now().getTime() - graceMs).toISOString();
  let isUpToDate: boolean | null = null;
  for (const reader of readers)
    for (const channel of channels) {
      signal.throwIfAborted();
      const due = await dueDigest(deps, reader, channel, until, checked).catch(unlessErased);
      if (!due) continue;
      isUpToDate ??= await deps.upToDate(signal);
      if (!isUpToDate) return;
      await close(deps, reader, channel, due);
      checked.set(keyOf(reader, channel), due.until);
    }
}

/** The account or the person was erased meanwhile. */
function unlessErased(error: unknown): null {
  if (error instanceof StreamErased) return null;
  throw error;
}

interface DueDigest {
  readonly pace: 'hourly' | 'daily';
  readonly since: string;
  readonly until: string;
}

const keyOf = ({ accountId, personId }: DigestReader, channel: Channel): string =>
  `${accountId} ${personId} ${channel}`;

async function dueDigest(
  { aggregates }: DigestDeps,
  reader: DigestReader,
  channel: Channel,
  now: string,
  checked: ReadonlyMap<string, string>,
): Promise<DueDigest | null> {
  const pace = reader[channel];
  if (!isDigest(pace)) return null;
  const { accountId, personId } = reader;
  const owner = await aggregates.load(account, streamOf.account(accountId), 60_000);
  const timeZone = (owner.state.exists && owner.state.timeZone) || defaultTimeZone;
  const until = lastDigestEnd(pace, now, timeZone);
  if ((checked.get(keyOf(reader, channel)) ?? '') >= until) return null;
  const { state } = await aggregates.load(noticeChoices, streamOf.noticeChoices(accountId, personId));
  const { choice, digestedUntil } = state[channel];
  const isDue = choice.submissions === pace && digestedUntil !== null && digestedUntil < until;
  return isDue ? { pace, since: digestedUntil, until } : null;
}

async function close(
  { aggregates, digests, now }: DigestDeps,
  { accountId, personId }: DigestReader,
  channel: Channel,
  due: DueDigest,
): Promise<void> {
  const forms = await digests.counts(accountId, due);
  if (forms.length === 0) return;
  await aggregates.execute(
    noticeChoices,
    streamOf.noticeChoices(accountId, personId),
    [{ type: 'CloseDigest', personId, channel, ...due, forms, at: now().toISOString() }],
    {
      accountId,
      actor: { kind: 'system', id: 'notices' },
      correlationId: streamOf.noticeChoices(accountId, personId),
      causationId: streamOf.noticeChoices(accountId, personId),
    },
  );
}
