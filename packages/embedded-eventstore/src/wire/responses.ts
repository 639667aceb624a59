import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Place } from '../reading/positions.ts';

const { ReadResp } = streams;

/** An encoded message. */
export const encode = (response: { serializeBinary(): Uint8Array }): Buffer =>
  Buffer.from(response.serializeBinary());

/** A stream's name in the protocol. */
export const streamIdentifier = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

/** A position in `$all`, whose two parts are always the same here. */
export const allPosition = (position: number) =>
  new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position));

/** Opens a subscription. */
export const confirmation = (): Buffer =>
  encode(
    new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())),
  );

/** All events so far have been sent. */
export const caughtUp = encode(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

/** A filtered subscription has examined all events up to the place. */
export const checkpoint = ({ commit, prepare }: Place): Buffer =>
  encode(
    new ReadResp().setCheckpoint(
      new ReadResp.Checkpoint().setCommitPosition(unsigned(commit)).setPreparePosition(unsigned(prepare)),
    ),
  );

/** Positions have no sign in the protocol. */
const unsigned = (position: number): string => String(BigInt.asUintN(64, BigInt(position)));

export const streamNotFound = (stream: string): Buffer =>
  encode(
    new ReadResp().setStreamNotFound(
      new ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)),
    ),
  );
