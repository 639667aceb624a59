import { ReadResp, type ReadResp_Checkpoint } from './generated/streams.ts';
import { decodeEvent, type FeedEvent } from './hot-messages.ts';

/** The parts of a `ReadResp` that readers of the log use. */
export interface ReadMessage {
  readonly event: FeedEvent | null;
  readonly checkpoint: Checkpoint | null;
  readonly isCaughtUp: boolean;
}

/**
 * How far the event store has searched without a match: past the event at `through`, or past everything
 * before `before`, where the next record begins. No event has the position `before`.
 */
export type Checkpoint = { readonly through: bigint } | { readonly before: bigint };

/** Decodes a `ReadResp`. @throws RangeError for another message */
export function decodeReadMessage(message: Buffer): ReadMessage {
  const event = decodeEvent(message);
  if (event) return { event, checkpoint: null, isCaughtUp: false };
  const { content } = ReadResp.decode(message);
  return {
    event: null,
    checkpoint: content?.$case === 'checkpoint' ? checkpointOf(content.value) : null,
    isCaughtUp: content?.$case === 'caughtUp',
  };
}

/** EventStoreDB 24 sends -1 as an unsigned number before it has searched anything. */
const unknownPosition = 2n ** 64n - 1n;

/** Returns null for a checkpoint without information: the start of the log, or a position before it. */
function checkpointOf({ commitPosition, preparePosition }: ReadResp_Checkpoint): Checkpoint | null {
  if (commitPosition === 0n || commitPosition === unknownPosition) return null;
  return commitPosition === preparePosition ? { through: commitPosition } : { before: commitPosition };
}
