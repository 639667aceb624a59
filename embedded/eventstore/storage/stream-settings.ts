import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ProposedEvent } from './record.ts';

/** What a stream's metadata says about which of its events can be read. */
export const StreamSettings = Type.Readonly(
  Type.Object({
    /** Only this many of the last events. */
    maxCount: Type.Optional(Type.Number()),
    /** Only events younger than this many seconds. */
    maxAge: Type.Optional(Type.Number()),
    /** Only events from this revision on; `deletedFrom` or more means that the stream is deleted. */
    truncateBefore: Type.Optional(Type.Number()),
  }),
);
export type StreamSettings = Static<typeof StreamSettings>;

const Metadata = Type.Object({
  $maxCount: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  $maxAge: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  $tb: Type.Optional(Type.Number({ minimum: 0 })),
});

/** The highest revision, as it reads back from JSON: the real server's mark of a deleted stream. */
const deletedFrom = Number((1n << 63n) - 1n);
const deletedJson = '{"$tb":9223372036854775807}';

/** Every metadata stream shows only its last event. */
export const metastreamSettings: StreamSettings = { maxCount: 1 };

/** Whether the settings say that the stream was (softly) deleted. */
export const isDeleted = (settings: StreamSettings): boolean => (settings.truncateBefore ?? 0) >= deletedFrom;

/** The metadata that deletes a stream. */
export const deletedMetadata = (): Buffer => Buffer.from(deletedJson);

/** The settings in a metadata event; as in the real server, metadata it cannot read sets nothing. */
export function settingsFrom(event: ProposedEvent): StreamSettings {
  const metadata = event.isJson ? parseMetadata(event.data) : undefined;
  if (metadata === undefined) return {};
  return {
    ...(metadata.$maxCount !== undefined && { maxCount: metadata.$maxCount }),
    ...(metadata.$maxAge !== undefined && { maxAge: metadata.$maxAge }),
    ...(metadata.$tb !== undefined && { truncateBefore: metadata.$tb }),
  };
}

function parseMetadata(data: Uint8Array): Static<typeof Metadata> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(data).toString());
    return Value.Check(Metadata, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The metadata of a deleted stream that lives again from `revision` on, all else kept. */
export function revivedMetadata(data: Uint8Array, revision: number): Buffer {
  const metadata = parseMetadata(data) ?? {};
  return Buffer.from(JSON.stringify({ ...metadata, $tb: revision }));
}
