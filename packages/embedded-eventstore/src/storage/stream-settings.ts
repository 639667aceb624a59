import { number, object, type Shape, type Shaped } from '../../../embedded-server/src/shapes.ts';
import type { ProposedEvent } from './record.ts';

/** The settings in a stream's metadata that decide which of its events can be read. */
export const isStreamSettings = object(
  {},
  {
    /** Only this many of the last events. */
    maxCount: number(),
    /** Only events younger than this many seconds. */
    maxAge: number(),
    /** Only events from this revision on; `deletedFrom` or more means that the stream is deleted. */
    truncateBefore: number(),
  },
);
export type StreamSettings = Shaped<typeof isStreamSettings>;

const positive: Shape<number> = (value): value is number => number(0)(value) && value > 0;
const isMetadata = object({}, { $maxCount: positive, $maxAge: positive, $tb: number(0) });
type Metadata = Shaped<typeof isMetadata>;

/** The highest revision, as it reads back from JSON: the real server's mark of a deleted stream. */
const deletedFrom = Number((1n << 63n) - 1n);
const deletedJson = '{"$tb":9223372036854775807}';

/** Every metadata stream shows only its last event. */
export const metastreamSettings: StreamSettings = { maxCount: 1 };

/** Whether the settings say that the stream was (softly) deleted. */
export const isDeleted = (settings: StreamSettings): boolean => (settings.truncateBefore ?? 0) >= deletedFrom;

/** The metadata that deletes a stream. */
export const deletedMetadata = (): Buffer => Buffer.from(deletedJson);

/** The settings in a metadata event; as in the real server, malformed metadata set nothing. */
export function settingsFrom(event: ProposedEvent): StreamSettings {
  const metadata = event.isJson ? parseMetadata(event.data) : undefined;
  if (metadata === undefined) return {};
  return {
    ...(metadata.$maxCount !== undefined && { maxCount: metadata.$maxCount }),
    ...(metadata.$maxAge !== undefined && { maxAge: metadata.$maxAge }),
    ...(metadata.$tb !== undefined && { truncateBefore: metadata.$tb }),
  };
}

function parseMetadata(data: Uint8Array): Metadata | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(data).toString());
    return isMetadata(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The metadata of a deleted stream that is revived from `revision` on, all else unchanged. */
export function revivedMetadata(data: Uint8Array, revision: number): Buffer {
  const metadata = parseMetadata(data) ?? {};
  return Buffer.from(JSON.stringify({ ...metadata, $tb: revision }));
}
