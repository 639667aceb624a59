import type { UUID } from './generated/shared.ts';
import type { Status } from './generated/status.ts';
import { BatchAppendResp } from './generated/streams.ts';
import { type Append, encodeAppend } from './hot-messages.ts';

/** Encodes a `BatchAppendReq` with a complete append. @param number repeated in the reply */
export const appendRequest = (number: number, append: Append): Buffer => encodeAppend(idOf(number), append);

const idDigits = 12;
/** Returns a number as a UUID, which the protocol requires. */
const idOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(idDigits, '0')}`;

/** Why the event store refused an append: the type of its error, and its message. */
export interface AppendRefusal {
  readonly kind: string;
  readonly message: string;
}

/** The outcome of an append. */
export interface AppendReply {
  readonly number: number;
  readonly outcome: { readonly revision: number; readonly position: bigint } | AppendRefusal;
}

/** Decodes a `BatchAppendResp`. @throws for another message */
export function decodeAppendReply(message: Buffer): AppendReply {
  const { correlationId, result } = BatchAppendResp.decode(message);
  const number = numberOf(correlationId);
  if (!result) throw new Error('the event store sent an empty answer to an append');
  if (result.$case === 'error') return { number, outcome: refusalOf(result.value) };
  const { currentRevision, position } = result.value;
  if (!position) throw new Error('the event store acknowledged an append without a position');
  return { number, outcome: { revision: Number(currentRevision), position: position.commitPosition } };
}

const refusalOf = ({ message, details }: Status): AppendRefusal => ({
  kind: details?.typeUrl ?? '',
  message,
});

/** EventStoreDB replies with a binary id whatever form was sent. */
function numberOf(id: UUID | undefined): number {
  if (id?.value?.$case === 'string') return parseInt(id.value.value.slice(-idDigits), 16);
  return Number(BigInt.asUintN(4 * idDigits, id?.value?.value.leastSignificantBits ?? 0n));
}
