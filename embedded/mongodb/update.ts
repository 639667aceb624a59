import { randomBytes } from 'node:crypto';
import { decode, decodeFields } from './bson.ts';
import { encode } from './bson-write.ts';
import { refuse } from './error.ts';
import { equal } from './key.ts';
import { isIndex, splitPath } from './path.ts';
import { modifiers, type Modify } from './update-operators.ts';
import { getAt, setAt } from './update-path.ts';
import { Opaque, bsonType, isDoc, type Doc, type Value } from './value.ts';

/** A parsed update: a whole document in place of another, or steps to change one. */
export type Update = Replacement | { readonly kind: 'steps'; readonly steps: readonly Step[] };

interface Replacement {
  readonly kind: 'replace';
  readonly bytes: Buffer;
  readonly id: Value | undefined;
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly operand: Value;
  readonly modify: Modify;
}

/**
 * Parses an update.
 * @throws MongoError naming an operator that is not supported, or two paths that conflict
 */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update))
    return refuse('FailedToParse', 'updates by an aggregation pipeline are not supported');
  const kept = update instanceof Opaque && update.type === bsonType.document ? update.bytes : undefined;
  if (kept && kept[5] !== dollar) return parseReplacement(kept);
  const document = kept ? decode(kept) : update;
  if (!isDoc(document)) return refuse('FailedToParse', 'an update has to be a document');
  if (!document.keys().next().value?.startsWith('$')) return parseReplacement(encode(document));
  const steps = [...document].flatMap(([operator, fields]) => parseSteps(operator, fields)).sort(byPath);
  checkConflicts(steps);
  return { kind: 'steps', steps };
}

/** The first byte of a field's name that makes it an operator's. */
const dollar = 0x24;

function parseReplacement(bytes: Buffer): Replacement {
  const fields = decode(bytes, 0, (name) => {
    if (name.startsWith('$'))
      refuse(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${name}' is not allowed in a replacement`,
      );
    return name === '_id' ? 'decode' : 'skip';
  });
  return { kind: 'replace', bytes, id: fields.get('_id') };
}

function parseSteps(operator: string, fields: Value): Step[] {
  const modify =
    modifiers.get(operator) ?? refuse('FailedToParse', `unknown or unsupported update operator: ${operator}`);
  if (!isDoc(fields)) return refuse('FailedToParse', `the fields of ${operator} have to be a document`);
  return [...fields].map(([path, operand]) => ({ operator, path, parts: parsePath(path), operand, modify }));
}

function parsePath(path: string): string[] {
  const parts = splitPath(path);
  if (parts.includes('')) refuse('EmptyFieldName', `the update path '${path}' contains an empty field name`);
  const special = parts.find((part) => part.startsWith('$'));
  if (special !== undefined)
    refuse('BadValue', `the positional operator ${special} in '${path}' is not supported`);
  return parts;
}

/** New fields are added in the order of their names, numeric ones by number. */
function byPath(a: Step, b: Step): number {
  for (const [depth, part] of a.parts.entries()) {
    const other = b.parts[depth];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (isIndex(part) && isIndex(other)) return Number(part) - Number(other);
    return part < other ? -1 : 1;
  }
  return a.parts.length - b.parts.length;
}

function checkConflicts(steps: readonly Step[]): void {
  const all = new Set<string>();
  for (const { path } of steps) {
    if (all.has(path)) conflict(path, path);
    all.add(path);
  }
  for (const path of all) {
    const parts = splitPath(path);
    for (let n = 1; n < parts.length; n++) {
      const prefix = parts.slice(0, n).join('.');
      if (all.has(prefix)) conflict(path, prefix);
    }
  }
}

const conflict = (path: string, at: string): never =>
  refuse('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`);

/**
 * A stored document after an update.
 * @throws MongoError when a path cannot be followed, a type does not fit, or the `_id` would change
 */
export function applyUpdate(update: Update, before: Buffer): Buffer {
  if (update.kind === 'replace') return replaced(update, idOf(before));
  const document = decode(before);
  const id = document.get('_id');
  for (const step of update.steps) if (step.operator !== '$setOnInsert') applyStep(step, document);
  return encode(checkId(document, id));
}

/** The document that an upsert makes, starting from what its query says of it. */
export function created(update: Update, base: Doc): Buffer {
  const id = base.get('_id');
  if (update.kind === 'replace') return replaced(update, id ?? update.id ?? newObjectId());
  for (const step of update.steps) applyStep(step, base);
  return encode(withId(checkId(base, id)));
}

function checkId(document: Doc, id: Value | undefined): Doc {
  const now = document.get('_id');
  if (id !== undefined && (now === undefined || !equal(id, now))) refuseNewId();
  return document;
}

const refuseNewId = (): never =>
  refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'");

/** The replacement comes as bytes and is stored as those, behind the `_id`. */
function replaced({ bytes, id: own }: Replacement, id: Value): Buffer {
  if (own !== undefined) return equal(own, id) ? withIdFirst(bytes) : refuseNewId();
  const head = encode(new Map([['_id', id]]));
  const whole = Buffer.allocUnsafe(head.length + bytes.length - 5);
  head.copy(whole);
  bytes.copy(whole, head.length - 1, 4);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}

function applyStep({ path, parts, operand, modify }: Step, document: Doc): void {
  const before = getAt(document, parts);
  const value = modify(before, operand, path);
  if (value !== before) setAt(document, parts, value);
}

const onlyId: ReadonlySet<string> = new Set(['_id']);

const idOf = (bytes: Buffer): Value => decodeFields(bytes, onlyId).get('_id') ?? null;

/** `_id` and its end as bytes. */
const idName = 0x5f696400;

/** A document as it is stored: the `_id` first, a new one if it has none. */
export function withIdFirst(bytes: Buffer): Buffer {
  return bytes.length > 9 && bytes.readUInt32BE(5) === idName ? bytes : encode(withId(decode(bytes)));
}

function withId(document: Doc): Doc {
  if (document.keys().next().value === '_id') return document;
  const { _id: id = newObjectId() } = { _id: document.get('_id') };
  return new Map([['_id', id], ...[...document].filter(([name]) => name !== '_id')]);
}

const machine = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

function newObjectId(): Opaque {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  machine.copy(bytes, 4);
  counter = (counter + 1) & 0xffffff;
  bytes.writeUIntBE(counter, 9, 3);
  return new Opaque(bsonType.objectId, bytes);
}
