import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { OperationsService } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import type { StopScavengeReq } from '@eventstore/db-client/generated/operations_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  DeleteReq,
  TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, sendUnaryData, Server, ServerReadableStream } from '@grpc/grpc-js';
import { appendCall } from './appending/append-call.ts';
import { batchAppend } from './appending/batch-append.ts';
import { readBatchRequest } from './appending/batch-request.ts';
import { deleteCall, tombstoneCall } from './appending/delete-calls.ts';
import type { AppendCall } from './appending/pending-appends.ts';
import type { Traits } from './behaviour.ts';
import { shuttingDown, toCallError } from './errors.ts';
import { type Address, clusterOf, type MemberStatus, supportedMethods } from './node-services.ts';
import { type ReadCall, readCall } from './reading/read-call.ts';
import { createScavenger, type Scavenging } from './scavenging/operations.ts';
import { scavenge } from './scavenging/scavenge.ts';
import { openScavengeLog } from './scavenging/scavenge-log.ts';
import type { ScavengeStateFile } from './scavenging/scavenge-state.ts';
import type { Store } from './storage/store.ts';

/** Frequent messages are already encoded when they are sent. */
const identity = (response: Buffer): Buffer => response;
const streamsService = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: identity },
  batchAppend: {
    ...StreamsService.batchAppend,
    requestDeserialize: readBatchRequest,
    responseSerialize: identity,
  },
};

/** The operations of a node that this server supports. */
const operationsService = {
  startScavenge: OperationsService.startScavenge,
  stopScavenge: OperationsService.stopScavenge,
};

/** The answer of a call; the error of a server that shuts down if it closes first. */
function untilClosing<T>(closing: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const shutDown = (): void => reject(shuttingDown());
    closing.addEventListener('abort', shutDown);
    work.then(resolve, reject).finally(() => closing.removeEventListener('abort', shutDown));
  });
}

/** Answers with what a promise resolves to, or with its error. */
const respondWith = <Response>(work: Promise<Response>, respond: sendUnaryData<Response>): void =>
  void work.then(
    (response) => respond(null, response),
    (error: unknown) => respond(toCallError(error)),
  );

export interface Serving {
  readonly store: Store;
  readonly traits: Traits;
  /** Ends endless calls. */
  readonly closing: AbortSignal;
  /** The interval of scavenges, in milliseconds. */
  readonly scavengeEveryMs: number | undefined;
  readonly address: () => Address;
  /** The scavenges of the node. */
  readonly scavengeState: ScavengeStateFile;
  /** Removes unreadable events; by default from the store. */
  readonly remove?: Scavenging['remove'] | undefined;
  /** The members of its cluster in gossip; by default only itself. */
  readonly members?: (() => readonly MemberStatus[]) | undefined;
}

/** Registers all services; every other one is answered `UNIMPLEMENTED`. */
export function addServices(server: Server, serving: Serving): void {
  const { store, traits, closing, scavengeEveryMs, scavengeState, address } = serving;
  const {
    remove = (stopped: () => boolean) => scavenge(store, stopped),
    members = () => [{ ...address(), isAlive: true, isLeader: true }],
  } = serving;
  const services = [streamsService, ServerFeaturesService, GossipService, operationsService];
  const scavenger = createScavenger({
    log: openScavengeLog(store, () => `${address().host}:${address().port}`),
    state: scavengeState,
    remove,
    isInterrupted: () => store.tail().removed === true,
    closing,
    everyMs: scavengeEveryMs,
  });
  const unary =
    <Request, Response>(
      answer: (request: Request) => Promise<Response> | Response,
    ): handleUnaryCall<Request, Response> =>
    (call, respond) =>
      respondWith(untilClosing(closing, Promise.resolve(call.request).then(answer)), respond);
  server.addService(streamsService, {
    read: (call: ReadCall) => void readCall(store, call, traits, closing),
    append: (call: ServerReadableStream<AppendReq, AppendResp>, respond: sendUnaryData<AppendResp>) =>
      respondWith(untilClosing(closing, appendCall(store, call, traits)), respond),
    batchAppend: (call: AppendCall) => batchAppend(store, call, traits, closing),
    delete: unary((request: DeleteReq) => deleteCall(store, request)),
    tombstone: unary((request: TombstoneReq) => tombstoneCall(store, request)),
  });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: unary(() => supportedMethods(services, traits)),
  });
  server.addService(GossipService, { read: unary(() => clusterOf(members())) });
  server.addService(operationsService, {
    startScavenge: unary(() => scavenger.start()),
    stopScavenge: unary((request: StopScavengeReq) => scavenger.stop(request)),
  });
}
