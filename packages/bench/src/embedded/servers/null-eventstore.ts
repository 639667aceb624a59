/**
 * What remains of an event store when it stores nothing: appends are acknowledged, and reads are fed events that
 * were encoded beforehand. Subscriptions get what is appended as well. `--events N` is what there is to read.
 */
import { once } from 'node:events';
import { parseArgs, promisify } from 'node:util';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, {
  type BatchAppendReq,
  type BatchAppendResp,
  type ReadReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { parseEvent } from '../../../../embedded-eventstore/src/appending/proposals.ts';
import { newestBehaviour, traitsOf } from '../../../../embedded-eventstore/src/behaviour.ts';
import { supportedMethods } from '../../../../embedded-eventstore/src/node-services.ts';
import {
  encodeRecord,
  type ProposedEvent,
  responseOf,
} from '../../../../embedded-eventstore/src/storage/record.ts';
import { caughtUp, confirmation } from '../../../../embedded-eventstore/src/wire/responses.ts';
import { eventBytes, eventType, streamOfEvent, wantedPrefix } from '../events.ts';

type ReadCall = ServerWritableStream<ReadReq, Buffer>;
type AppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

const { values } = parseArgs({ options: { events: { type: 'string', default: '0' } } });
const count = Number(values.events);

/** An event as a read answers it. */
const encoded = (event: ProposedEvent, stream: string, position: number): Buffer =>
  responseOf(encodeRecord(event, { stream, revision: 0, position, created: Date.now() }));

const plain: ProposedEvent = {
  id: Buffer.alloc(16, 7),
  type: eventType,
  isJson: true,
  metadata: Buffer.alloc(0),
  data: Buffer.from(JSON.stringify(eventBytes)),
};
const everything = Array.from({ length: count }, (_, n) => encoded(plain, streamOfEvent(n), n + 1));
const wanted = everything.filter((_, n) => streamOfEvent(n).startsWith(wantedPrefix));

const subscribers = new Set<ReadCall>();

async function read(call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  const subscribing = options?.hasSubscription() ?? false;
  const events = options?.hasFilter() ? wanted : everything;
  const fed = subscribing
    ? [confirmation(), ...events, caughtUp]
    : events.slice(0, Number(options?.getCount()));
  if (subscribing) {
    subscribers.add(call);
    call.once('cancelled', () => subscribers.delete(call));
  }
  for (const response of fed) {
    if (call.cancelled) return;
    if (!call.write(response)) await once(call, 'drain');
  }
  if (!subscribing) call.end();
}

const zero = new shared.AllStreamPosition().setCommitPosition('1').setPreparePosition('1');
const success = new streams.BatchAppendResp.Success().setCurrentRevision('0').setPosition(zero);

function batchAppend(call: AppendCall): void {
  let position = count;
  call.on('data', (request: BatchAppendReq) => {
    const response = new streams.BatchAppendResp()
      .setCorrelationId(request.getCorrelationId())
      .setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
      .setSuccess(success);
    call.write(response);
    if (subscribers.size === 0) return;
    const stream = Buffer.from(
      request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? [],
    ).toString();
    for (const message of request.getProposedMessagesList()) {
      const event = encoded(parseEvent(message), stream, ++position);
      for (const subscriber of subscribers) subscriber.write(event);
    }
  });
  call.on('end', () => call.end());
}

const service = {
  read: { ...StreamsService.read, responseSerialize: (response: Buffer) => response },
  batchAppend: StreamsService.batchAppend,
};
const getSupportedMethods: handleUnaryCall<unknown, SupportedMethods> = (_, respond) =>
  respond(null, supportedMethods([service], traitsOf[newestBehaviour]));

const server = new Server({ 'grpc.max_receive_message_length': 17 << 20 });
server.addService(service, { read: (call: ReadCall) => void read(call), batchAppend });
server.addService(ServerFeaturesService, { getSupportedMethods });
const port = await promisify(server.bindAsync.bind(server))(
  '127.0.0.1:0',
  ServerCredentials.createInsecure(),
);
process.once('SIGTERM', () => server.forceShutdown());
process.stdout.write(`${JSON.stringify({ url: `esdb://127.0.0.1:${port}?tls=false` })}\n`);
