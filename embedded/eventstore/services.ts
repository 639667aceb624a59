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
import { appendCall } from './append-call.ts';
import { batchAppend } from './batch-append.ts';
import { readBatchRequest } from './batch-request.ts';
import { deleteCall, tombstoneCall } from './delete-calls.ts';
import { toCallError } from './errors.ts';
import { createScavenger } from './operations.ts';
import { clusterOfOne, supportedMethods, type Address } from './node-services.ts';
import type { AppendCall } from './pending-appends.ts';
import { readCall, type ReadCall } from './read-call.ts';
import type { Store } from './store.ts';

/** What there are many of is encoded already when it is sent. */
const asItIs = (response: Buffer): Buffer => response;
const streamsService = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: asItIs },
  batchAppend: {
    ...StreamsService.batchAppend,
    requestDeserialize: readBatchRequest,
    responseSerialize: asItIs,
  },
};

/** Of the operations of a node only those that are done here. */
const operationsService = {
  startScavenge: OperationsService.startScavenge,
  stopScavenge: OperationsService.stopScavenge,
};

/** A handler that answers with what the function resolves to, or with its error. */
const unary =
  <Request, Response>(
    answer: (request: Request) => Promise<Response> | Response,
  ): handleUnaryCall<Request, Response> =>
  (call, respond) => {
    Promise.resolve(call.request)
      .then(answer)
      .then(
        (response) => respond(null, response),
        (error: unknown) => respond(toCallError(error)),
      );
  };

export interface Serving {
  readonly store: Store;
  /** Ends the calls that would go on for ever. */
  readonly closing: AbortSignal;
  /** How often to scavenge unasked, in milliseconds. */
  readonly scavengeEveryMs: number | undefined;
  readonly address: () => Address;
}

/** Registers everything that is served; any other service is answered `UNIMPLEMENTED`. */
export function addServices(server: Server, { store, closing, scavengeEveryMs, address }: Serving): void {
  const services = [streamsService, ServerFeaturesService, GossipService, operationsService];
  const scavenger = createScavenger(store, closing, scavengeEveryMs);
  server.addService(streamsService, {
    read: (call: ReadCall) => void readCall(store, call, closing),
    append: (call: ServerReadableStream<AppendReq, AppendResp>, respond: sendUnaryData<AppendResp>) =>
      void appendCall(store, call).then(
        (response) => respond(null, response),
        (error: unknown) => respond(toCallError(error)),
      ),
    batchAppend: (call: AppendCall) => batchAppend(store, call, closing),
    delete: unary((request: DeleteReq) => deleteCall(store, request)),
    tombstone: unary((request: TombstoneReq) => tombstoneCall(store, request)),
  });
  server.addService(ServerFeaturesService, { getSupportedMethods: unary(() => supportedMethods(services)) });
  server.addService(GossipService, { read: unary(() => clusterOfOne(address())) });
  server.addService(operationsService, {
    startScavenge: unary(() => scavenger.start()),
    stopScavenge: unary((request: StopScavengeReq) => scavenger.stop(request)),
  });
}
