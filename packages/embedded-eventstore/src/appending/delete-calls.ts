import streams, {
  type DeleteReq,
  type DeleteResp,
  type TombstoneReq,
  type TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument, streamDeleted, wrongExpectedVersion } from '../errors.ts';
import type { Change, Store } from '../storage/store.ts';
import type { Expected, WriteOutcome } from './expectations.ts';
import { parseExpected, parseStream } from './proposals.ts';
import { softDelete, tombstone } from './write.ts';

type Deletion = (change: Change, stream: string, expected: Expected) => WriteOutcome;

/** Serves a soft deletion. @throws CallError if the stream was not deleted */
export async function deleteCall(store: Store, request: DeleteReq): Promise<DeleteResp> {
  const position = await run(store, 'Delete', softDelete, request.getOptions());
  const at = new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position);
  return new streams.DeleteResp().setPosition(at);
}

/** Serves a deletion for good. @throws CallError if the stream was not deleted */
export async function tombstoneCall(store: Store, request: TombstoneReq): Promise<TombstoneResp> {
  const position = await run(store, 'Tombstone', tombstone, request.getOptions());
  const at = new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position);
  return new streams.TombstoneResp().setPosition(at);
}

async function run(
  store: Store,
  name: string,
  deletion: Deletion,
  options: DeleteReq.Options | TombstoneReq.Options | undefined,
): Promise<string> {
  if (!options) throw invalidArgument('options are required');
  const stream = parseStream(options.getStreamIdentifier());
  const expected = parseExpected(options, options.hasRevision() ? options.getRevision() : undefined);
  const outcome = await store.commit((change) => deletion(change, stream, expected));
  if (outcome.kind === 'stream-deleted') throw streamDeleted(stream);
  if (outcome.kind === 'written') return String(outcome.position);
  throw wrongExpectedVersion(name, stream, numberOf(expected), outcome.current);
}

/** Expected revisions are numbers of the older protocol in trailers. */
function numberOf(expected: Expected): number {
  if (typeof expected === 'number') return expected;
  return { no_stream: -1, any: -2, stream_exists: -4 }[expected];
}
