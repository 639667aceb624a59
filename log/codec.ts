import Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Actor, type Envelope } from '../domain/event.ts';
import { type DomainEvent, eventRegistry, type EventType } from '../domain/event-registry.ts';
import { idIn } from '../domain/stream-names.ts';
import type { EventMetadata } from './event-log.ts';

const StoredMetadata = Type.Object({
  schemaVersion: Type.Integer({ minimum: 1 }),
  accountId: Type.String(),
  actor: Actor,
  correlationId: Type.String(),
  /** Left out where it is the correlation id: the request itself caused the event. */
  causationId: Type.Optional(Type.String()),
  traceparent: Type.Optional(Type.String()),
});
const storedMetadata = Compile(StoredMetadata);

const validators = new Map<string, Validator>();

/** The log holds an event that this version of the service cannot read correctly. */
export class UnreadableEvent extends Error {
  /** @param place identifies the event, if known */
  constructor(
    readonly type: string,
    readonly reason: string,
    place?: string,
  ) {
    super(`event of type ${type}${place === undefined ? '' : ` (${place})`} cannot be read: ${reason}`);
    this.name = 'UnreadableEvent';
  }
}

const isKnown = (type: string): type is EventType => Object.hasOwn(eventRegistry, type);

function validatorOf(type: EventType): Validator {
  const known = validators.get(type);
  if (known) return known;
  const compiled = Compile(eventRegistry[type].schema);
  validators.set(type, compiled);
  return compiled;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Data = Readonly<Record<string, unknown>>;

/** Returns the members of `data`, or of the object within it, that the envelope of the event holds as well. */
function heldByEnvelope(envelope: Envelope, metadata: EventMetadata, stream: string, data: Data): Data {
  const { account, stream: id, causation, repeated = [] } = envelope;
  const held: Record<string, unknown> = {};
  if (account !== undefined) held[account] = metadata.accountId;
  if (id !== undefined) held[id] = idIn(stream);
  if (causation !== undefined) held[causation] = metadata.causationId;
  for (const name of repeated) if (data[name] !== undefined) held[name] = data[name];
  return held;
}

/** Changes the part of an event's data that its envelope repeats; an event without that part stays as it is. */
function changePart({ within }: Envelope, data: Data, change: (part: Data) => Data): Data {
  if (within === undefined) return change(data);
  const part = data[within];
  return isObject(part) ? { ...data, [within]: change(part) } : data;
}

/** Leaves out the members that the envelope holds. Another value than the envelope's stays. */
function withoutEnvelope({ type, data }: DomainEvent, metadata: EventMetadata, stream: string): object {
  const { envelope } = eventRegistry[type];
  if (!envelope) return data;
  const whole: Data = { ...data };
  const held = heldByEnvelope(envelope, metadata, stream, whole);
  return changePart(envelope, whole, (part) => {
    const kept: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(part)) if (held[name] !== value) kept[name] = value;
    return kept;
  });
}

function toStored(type: EventType, { causationId, ...metadata }: EventMetadata) {
  const stored = { schemaVersion: eventRegistry[type].version, ...metadata };
  return causationId === metadata.correlationId ? stored : { ...stored, causationId };
}

/**
 * Encodes an event and its metadata as JSON, with the version of the event's schema. An event that could not
 * be read again is refused, because it would stop every reader of its stream.
 * @param stream the name of its stream
 * @throws UnreadableEvent
 */
export function encode({ type, data }: DomainEvent, metadata: EventMetadata, stream: string) {
  const stored = toStored(type, metadata);
  if (!storedMetadata.Check(stored))
    throw new UnreadableEvent(type, 'its metadata fails the schema', 'not written');
  const event = { type, data };
  if (!isDomainEvent(event))
    throw new UnreadableEvent(type, `its data fails the schema: ${faults(event)}`, 'not written');
  return { data: JSON.stringify(withoutEnvelope(event, metadata, stream)), metadata: JSON.stringify(stored) };
}

/**
 * Decodes a stored event: checks its metadata, upcasts its data version by version, and checks the result.
 * @returns null for a type that this version of the service does not know
 * @throws UnreadableEvent for a newer version of a known type, or for data that fails its schema
 */
export function decode(
  type: string,
  data: unknown,
  metadata: unknown,
  stream: string,
): { event: DomainEvent; metadata: EventMetadata } | null {
  if (!isKnown(type)) return null;
  if (!storedMetadata.Check(metadata)) throw new UnreadableEvent(type, 'its metadata fails the schema');
  const { schemaVersion, ...rest } = metadata;
  const whole = { ...rest, causationId: rest.causationId ?? rest.correlationId };
  const event = { type, data: withEnvelope(type, whole, stream, upcast(type, schemaVersion, data)) };
  if (!isDomainEvent(event)) throw new UnreadableEvent(type, `its data fails the schema: ${faults(event)}`);
  return { event, metadata: whole };
}

function withEnvelope(type: EventType, metadata: EventMetadata, stream: string, data: unknown): unknown {
  const { envelope } = eventRegistry[type];
  if (!envelope || !isObject(data)) return data;
  const held = heldByEnvelope(envelope, metadata, stream, data);
  return changePart(envelope, data, (part) => ({ ...held, ...part }));
}

function upcast(type: EventType, from: number, data: unknown): unknown {
  const { version, upcasters } = eventRegistry[type];
  if (from > version) throw new UnreadableEvent(type, `version ${from} is newer than ${version}`);
  let upcasted = data;
  for (let at = from; at < version; at++) {
    const upcaster = upcasters[at];
    if (!upcaster || !isObject(upcasted)) throw new UnreadableEvent(type, `no upcaster from version ${at}`);
    upcasted = upcaster(upcasted);
  }
  return upcasted;
}

const isDomainEvent = (event: { type: EventType; data: unknown }): event is DomainEvent =>
  validatorOf(event.type).Check(event.data);

/** Names the places of the faults, never the data: it may be personal. */
const faults = (event: { type: EventType; data: unknown }): string =>
  validatorOf(event.type)
    .Errors(event.data)
    .map(({ instancePath, keyword }) => `${instancePath || '/'} (${keyword})`)
    .join(', ');
