import { randomUUID } from 'node:crypto';
import { OperationsClient } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operations, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type AppendReq, type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { credentials } from '@grpc/grpc-js';

/** The address in a connection string, as gRPC wants it. */
const addressIn = (url: string): string => new URL(url).host;

/** Starts a scavenge; the client has no method for it. */
export function startScavenge(url: string): Promise<ScavengeResp> {
  const client = new OperationsClient(addressIn(url), credentials.createInsecure());
  const options = new operations.StartScavengeReq.Options().setThreadCount(1);
  const request = new operations.StartScavengeReq().setOptions(options);
  return new Promise<ScavengeResp>((resolve, reject) => {
    client.startScavenge(request, (error, response) => (error ? reject(error) : resolve(response)));
  }).finally(() => client.close());
}

/** Stops a scavenge; the client has no method for it. */
export function stopScavenge(url: string, id: string): Promise<ScavengeResp> {
  const client = new OperationsClient(addressIn(url), credentials.createInsecure());
  const options = new operations.StopScavengeReq.Options().setScavengeId(id);
  const request = new operations.StopScavengeReq().setOptions(options);
  return new Promise<ScavengeResp>((resolve, reject) => {
    client.stopScavenge(request, (error, response) => (error ? reject(error) : resolve(response)));
  }).finally(() => client.close());
}

/** An event for the call that appends to one stream. */
export function proposed(type: string, data: string): AppendReq {
  const message = new streams.AppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(randomUUID()))
    .setData(Buffer.from(data));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return new streams.AppendReq().setProposedMessage(message);
}

/** The options of the call that appends to one stream. */
export function appendOptions(
  stream: string,
  expected: bigint | 'any' | 'no_stream' | 'stream_exists',
): AppendReq {
  const options = new streams.AppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (expected === 'any') options.setAny(new shared.Empty());
  else if (expected === 'no_stream') options.setNoStream(new shared.Empty());
  else if (expected === 'stream_exists') options.setStreamExists(new shared.Empty());
  else options.setRevision(String(expected));
  return new streams.AppendReq().setOptions(options);
}

/** Appends by the call of its own, which the client uses only with credentials. */
export function appendByCall(url: string, requests: readonly AppendReq[]): Promise<AppendResp> {
  const client = new StreamsClient(addressIn(url), credentials.createInsecure());
  return new Promise<AppendResp>((resolve, reject) => {
    const call = client.append((error, response) => (error ? reject(error) : resolve(response)));
    for (const request of requests) call.write(request);
    call.end();
  }).finally(() => client.close());
}

/**
 * Begins an append that has not been sent in full, and waits until the server has heard of it.
 * @returns the error with which it ends
 */
export async function beginAppend(
  url: string,
  requests: readonly AppendReq[],
): Promise<{ readonly ended: Promise<unknown> }> {
  const client = new StreamsClient(addressIn(url), credentials.createInsecure());
  const ended = new Promise<unknown>((resolve) => {
    const call = client.append((error, response) => resolve(error ?? response));
    for (const request of requests) call.write(request);
  }).finally(() => client.close());
  // What is asked later on the same connection is answered later.
  await new Promise((resolve) => {
    client.append(resolve).end();
  });
  return { ended };
}

/** The trailers that an append fails with. */
export const trailersOf = async (append: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await append.catch((reason: unknown) => reason);
  const metadata = error instanceof Error && 'metadata' in error ? error.metadata : undefined;
  const hasMap = typeof metadata === 'object' && metadata !== null && 'getMap' in metadata;
  if (!hasMap || typeof metadata.getMap !== 'function') throw new Error(`no trailers: ${String(error)}`);
  const map: unknown = Reflect.apply(metadata.getMap, metadata, []);
  return { ...(typeof map === 'object' ? map : {}) };
};
