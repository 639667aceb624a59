import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { inParallel } from '../../async/in-parallel.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { eraseTraces } from '../../coordination/account-traces.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { closing } from '../../domain/closing/decider.ts';
import { isErasedWithAccount } from '../../domain/closing/streams-of-account.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { readUnlessErased } from '../../log/read-unless-erased.ts';
import { idsAmong, removeDocumentsOf } from '../../projections/generations/account-documents.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { type StageDeps, withDeletionLease } from '../erasure/stage.ts';

export interface StreamEraserDeps
  extends Pick<CommandDeps, 'aggregates' | 'log' | 'now'>, Pick<StageDeps, 'leases'> {
  readonly store: ReadStore;
  readonly aliases: Aliases;
}

const OfAccount = Compile(Type.Object({ accountId: Type.String() }));

/** So many streams are deleted at a time, or those among so many events. */
const batchStreams = 200;
const batchEvents = 20_000;
const parallelDeletions = 16;

/** Streams of an account that begin one after the other in the log. */
interface Batch {
  readonly streams: readonly string[];
  /** The position of the last event that was read. */
  readonly through: bigint;
}

/**
 * Finds the streams of an account in the log itself, each by its first event: whatever a read model does not list is found too.
 * The account's own stream is left out, because it says that the account is closed.
 * @param after the position after which streams are looked for; null for the start of the log
 */
async function* streamsOf(
  log: Pick<EventLog, 'readStored'>,
  accountId: string,
  after: bigint | null,
): AsyncGenerator<Batch> {
  let streams: string[] = [];
  let events = 0;
  let through = after;
  for await (const { stream, revision, position, metadata } of log.readStored({ from: after })) {
    if (after !== null && position <= after) continue;
    through = position;
    events += 1;
    const isFirst = revision === 0 && isErasedWithAccount(stream) && stream !== streamOf.account(accountId);
    if (isFirst && OfAccount.Check(metadata) && metadata.accountId === accountId) streams.push(stream);
    if (streams.length < batchStreams && events < batchEvents) continue;
    yield { streams, through };
    streams = [];
    events = 0;
  }
  if (through !== null && through !== after) yield { streams, through };
}

/**
 * Deletes the streams of a closed account up to the end of the log, and the documents of each. It continues where an earlier run
 * stopped; a batch that was not recorded is deleted again.
 * @throws LogUnavailable, and any error of the read store
 */
export async function eraseStreams(
  deps: StreamEraserDeps,
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const { log, aggregates, now } = deps;
  const { accountId } = context;
  const { state } = await aggregates.load(closing, streamOf.closing(accountId));
  const countedTo = await erasedByForm(log, accountId);
  let { through: from } = state;
  const opened = from === null ? await readUnlessErased(log, streamOf.account(accountId), 0) : null;
  const after = from === null ? (opened?.position ?? null) : BigInt(from);
  for await (const batch of streamsOf(log, accountId, after)) {
    signal.throwIfAborted();
    await eraseBatch(deps, accountId, batch.streams, countedTo, signal);
    const through = String(batch.through);
    const streams = batch.streams.length;
    const command = { type: 'ReportProgress', streams, from, through, at: now().toISOString() } as const;
    // What the progress itself appends is nothing to record.
    if (streams > 0) await aggregates.execute(closing, streamOf.closing(accountId), [command], context);
    if (streams > 0) from = through;
  }
}

async function eraseBatch(
  deps: StreamEraserDeps,
  accountId: string,
  streams: readonly string[],
  countedTo: ReadonlyMap<string, bigint>,
  signal: AbortSignal,
): Promise<void> {
  if (streams.length === 0) return;
  await withDeletionLease(deps, signal, () =>
    inParallel(parallelDeletions, streams, (stream) => deps.log.eraseStream(stream)),
  );
  await removeDocumentsOf(deps, streams, countedTo);
  await eraseTraces(deps.store, accountId, {
    forms: idsAmong(streams, 'form-'),
    keys: idsAmong(streams, 'apikey-'),
    destinations: idsAmong(streams, 'destination-'),
  });
}

/** Returns the position of the last erasure of a submission of each form: a rebuild counts from these alone. */
async function erasedByForm(
  log: Pick<EventLog, 'readStream'>,
  accountId: string,
): Promise<ReadonlyMap<string, bigint>> {
  const found = new Map<string, bigint>();
  for await (const { event, position } of log.readStream(streamOf.audit(accountId)))
    if (event.type === 'SubmissionErased') found.set(event.data.formId, position);
  return found;
}
