import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, type ServiceError } from '@grpc/grpc-js';
import { eventually } from '../eventually.ts';

/** What a subscription to `$all` asks for. */
export interface Asked {
  /** A commit and a prepare position; by default from the start. */
  readonly from?: 'end' | readonly [bigint, bigint];
  /** The beginning of the names of streams; without it all are wanted. */
  readonly prefix?: string;
  readonly window?: number;
}

const { Options } = streams.ReadReq;

/** Follows `$all` and notes each message as it comes, which the client does not tell in full. */
export function followRaw(url: string, asked: Asked) {
  const client = new StreamsClient(new URL(url).host, credentials.createInsecure());
  const call = client.read(new streams.ReadReq().setOptions(optionsOf(asked)));
  /** `event`, `checkpoint COMMIT/PREPARE`, `caught up`, `confirmed`, and at the end `error CODE DETAILS`. */
  const messages: string[] = [];
  call.on('data', (message: ReadResp) => messages.push(nameOf(message)));
  call.on('error', ({ code, details }: ServiceError) => messages.push(`error ${code} ${details}`));
  return {
    messages,
    until: (what: string, is: () => boolean) => eventually(what, is),
    close(): void {
      call.cancel();
      client.close();
    },
  };
}

function optionsOf({ from, prefix, window = 32 }: Asked): streams.ReadReq.Options {
  const options = new Options()
    .setReadDirection(Options.ReadDirection.FORWARDS)
    .setSubscription(new Options.SubscriptionOptions())
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  const all = new Options.AllOptions();
  if (from === undefined) all.setStart(new shared.Empty());
  else if (from === 'end') all.setEnd(new shared.Empty());
  else
    all.setPosition(
      new Options.Position().setCommitPosition(String(from[0])).setPreparePosition(String(from[1])),
    );
  options.setAll(all);
  if (prefix === undefined) return options.setNoFilter(new shared.Empty());
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([prefix]))
    .setMax(window)
    .setCheckpointintervalmultiplier(1);
  return options.setFilter(filter);
}

function nameOf(message: ReadResp): string {
  if (message.hasConfirmation()) return 'confirmed';
  if (message.hasCaughtUp()) return 'caught up';
  const checkpoint = message.getCheckpoint();
  if (checkpoint) return `checkpoint ${checkpoint.getCommitPosition()}/${checkpoint.getPreparePosition()}`;
  return message.hasEvent() ? 'event' : 'unknown';
}
