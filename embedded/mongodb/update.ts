import { randomBytes } from 'node:crypto';
import { decode, decodeFields } from './bson.ts';
import { encode, encodeBefore } from './bson-write.ts';
import { refuse } from './error.ts';
import { equal } from './compare.ts';
import { isIndex, splitPath } from './path.ts';
import { modifiers, refuseNow, type Modifier } from './update-operators.ts';
import { getAt, setAt } from './update-path.ts';
import { Kept, Opaque, bsonType, isDoc, type Doc, type Value } from './value.ts';

/** A parsed update: a whole document in place of another, or steps to change one. */
export type Update = Replacement | { readonly kind: 'steps'; readonly steps: readonly Step[] };

interface Replacement {
  readonly kind: 'replace';
  readonly document: Kept;
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly operand: Value;
  readonly modify: Modifier['modify'];
}

/**
 * Parses an update.
 * @throws MongoError naming an operator that is not supported, or two paths that conflict
 */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update))
    return refuse('FailedToParse', 'updates by an aggregation pipeline are not supported');
  if (update instanceof Kept) {
    const { bytes, special } = update;
    return special !== undefined && bytes[5] === dollar ? parseUpdate(decode(bytes)) : replacement(update);
  }
  if (!isDoc(update)) return refuse('FailedToParse', 'an update has to be a document');
  if (!update.keys().next().value?.startsWith('$')) return replacement(keptOf(update));
  const steps = [...update].flatMap(([operator, fields]) => parseSteps(operator, fields)).sort(byPath);
  checkConflicts(
    steps.map(({ path }) => path),
    (path, at) =>
      refuse('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`),
  );
  return { kind: 'steps', steps };
}

/** The first byte of a field's name that makes it an operator's. */
const dollar = 0x24;

/** A document at hand as bytes for the store. */
export function keptOf(document: Doc): Kept {
  for (const value of document.values()) refuseNow(value);
  const special = [...document.keys()].find((name) => name.startsWith('$'));
  return new Kept(encode(document), document, special);
}

function replacement(document: Kept): Replacement {
  const { special } = document;
  if (special === undefined) return { kind: 'replace', document };
  return refuse(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${special}' is not allowed in a replacement`,
  );
}

function parseSteps(operator: string, fields: Value): Step[] {
  const { check, modify } =
    modifiers.get(operator) ??
    refuse('FailedToParse', `Unknown modifier: ${operator}. Expected a valid update modifier`);
  if (!isDoc(fields))
    return refuse('FailedToParse', `Modifiers operate on fields but we found another type for ${operator}`);
  return [...fields].map(([path, operand]) => {
    check?.(operand, path);
    return { operator, path, parts: parsePath(path), operand, modify };
  });
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

/** Tells `conflict` of a path that is there twice, or that leads through another one, at which they meet. */
export function checkConflicts(
  paths: readonly string[],
  conflict: (path: string, at: string) => never,
): void {
  const all = new Set<string>();
  for (const path of paths) {
    if (all.has(path)) conflict(path, path);
    all.add(path);
  }
  for (const path of all)
    for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1))
      if (all.has(path.slice(0, at))) conflict(path, path.slice(0, at));
}

/**
 * A stored document after an update.
 * @throws MongoError when a path cannot be followed, a type does not fit, or the `_id` would change
 */
export function applyUpdate(update: Update, before: Buffer): Kept {
  if (update.kind === 'replace') return replaced(update, idOf(before));
  const document = decode(before);
  const id = document.get('_id');
  for (const step of update.steps) if (step.operator !== '$setOnInsert') applyStep(step, document);
  return keptOf(checkId(document, id));
}

/** The document that an upsert makes, starting from what its query says of it. */
export function created(update: Update, base: Doc): Kept {
  const id = base.get('_id');
  if (update.kind === 'replace') return replaced(update, id);
  for (const step of update.steps) applyStep(step, base);
  return keptOf(withId(checkId(base, id)));
}

function checkId(document: Doc, id: Value | undefined): Doc {
  const now = document.get('_id');
  if (id !== undefined && (now === undefined || !equal(id, now))) refuseNewId();
  return document;
}

const refuseNewId = (): never =>
  refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'");

/** The replacement comes as bytes and is stored as those, behind the `_id`. */
function replaced({ document }: Replacement, id: Value | undefined): Kept {
  const own = document.fields.get('_id');
  if (own === undefined) return withFirst(id ?? newObjectId(), document);
  return id === undefined || equal(own, id) ? withIdFirst(document) : refuseNewId();
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
export function withIdFirst(document: Kept): Kept {
  const { bytes, fields } = document;
  if (bytes.length > 9 && bytes.readUInt32BE(5) === idName) return document;
  return fields.has('_id') ? keptOf(withId(decode(bytes))) : withFirst(newObjectId(), document);
}

const withFirst = (id: Value, { bytes, fields }: Kept): Kept =>
  new Kept(encodeBefore('_id', id, bytes), fields.set('_id', id));

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
