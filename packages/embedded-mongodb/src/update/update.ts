import { refuse } from '../error.ts';
import { equal } from '../query/compare.ts';
import { type Filter } from '../query/filter.ts';
import { isIndex, splitPath } from '../query/path.ts';
import { checked, decode } from '../wire/decode.ts';
import { encode, encodeBefore } from '../wire/encode.ts';
import { RawDocument } from '../wire/raw-document.ts';
import { type Doc, isDoc, type Value } from '../wire/value.ts';
import { newObjectId, withIdFirst } from './document-id.ts';
import { getAt, modifiers, type Modify, setAt } from './update-operators.ts';

/** A parsed update: a whole document in place of another, as bytes, or steps to change one. */
export interface Update {
  readonly replacement?: Buffer;
  readonly steps: readonly Step[];
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly operand: Value;
  readonly modify: Modify;
}

/**
 * Parses an update: bytes that were checked, or a document.
 * @throws MongoError naming an operator that is not supported, or two paths that conflict
 */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update))
    return refuse('FailedToParse', 'updates by an aggregation pipeline are not supported');
  const raw = isDoc(update) ? new RawDocument(encode(update)) : update;
  if (!(raw instanceof RawDocument)) return refuse('FailedToParse', 'an update has to be a document');
  const { bytes } = raw;
  const names = raw.keys();
  if (!names[0]?.startsWith('$')) return { replacement: replacement(bytes, names), steps: [] };
  const steps = [...decode(bytes)].flatMap(([operator, fields]) => parseSteps(operator, fields)).sort(byPath);
  checkConflicts(
    steps.map(({ path }) => path),
    (path, at) =>
      refuse('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`),
  );
  return { steps };
}

function replacement(bytes: Buffer, names: readonly string[]): Buffer {
  const special = names.find((name) => name.startsWith('$'));
  return special === undefined
    ? checked(bytes)
    : refuse(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${special}' is not allowed in a replacement`,
      );
}

function parseSteps(operator: string, fields: Value): Step[] {
  const modify =
    modifiers.get(operator) ??
    refuse('FailedToParse', `Unknown modifier: ${operator}. Expected a valid update modifier`);
  if (!isDoc(fields))
    return refuse('FailedToParse', `Modifiers operate on fields but we found another type for ${operator}`);
  return [...fields].map(([path, operand]) => {
    // What an operand cannot be shows where there is no value yet.
    modify(undefined, operand, path);
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
function checkConflicts(paths: readonly string[], conflict: (path: string, at: string) => never): void {
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
export function applyUpdate(update: Update, before: RawDocument): Buffer {
  if (update.replacement) return replaced(update.replacement, before.get('_id'));
  const document = decode(before.bytes);
  const id = document.get('_id');
  for (const step of update.steps) if (step.operator !== '$setOnInsert') applyStep(step, document);
  return stored(document, id);
}

/** The document that an upsert makes, starting from what its query says of it. */
export function created(update: Update, filter: Filter): Buffer {
  const { replacement: whole, steps } = update;
  const base = upsertBase(equalities(filter).filter(({ path }) => !whole || path === '_id'));
  const id = base.get('_id');
  if (whole) return replaced(whole, id);
  for (const step of steps) applyStep(step, base);
  return withIdFirst(stored(base, id));
}

/** What an upsert starts from: the fields that the query holds equal to something. */
function upsertBase(all: readonly Equality[]): Doc {
  const base: Doc = new Map();
  checkConflicts(
    all.map(({ path }) => path),
    (path) =>
      refuse('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`),
  );
  for (const { parts, value } of all) setAt(base, parts, value);
  return base;
}

interface Equality {
  readonly path: string;
  readonly parts: readonly string[];
  readonly value: Value;
}

function equalities(filter: Filter): Equality[] {
  if (filter.kind !== 'condition') {
    const certain = filter.kind === 'and' || filter.of.length === 1;
    return certain ? filter.of.flatMap(equalities) : [];
  }
  const { operator, operand, path, parts } = filter;
  const only = operator === '$in' && Array.isArray(operand) && operand.length === 1 ? operand[0] : undefined;
  const value = operator === '$eq' ? operand : only;
  return value === undefined ? [] : [{ path, parts, value }];
}

/** A changed document as bytes. */
function stored(document: Doc, id: Value | undefined): Buffer {
  const now = document.get('_id');
  if (id !== undefined && (now === undefined || !equal(id, now))) refuseNewId();
  return checked(encode(document));
}

const refuseNewId = (): never =>
  refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'");

/** The replacement comes as bytes and is stored as those, behind the `_id`. */
function replaced(document: Buffer, id: Value | undefined): Buffer {
  const own = new RawDocument(document).get('_id');
  if (own === undefined) return encodeBefore('_id', id ?? newObjectId(), document);
  return id === undefined || equal(own, id) ? withIdFirst(document) : refuseNewId();
}

function applyStep({ path, parts, operand, modify }: Step, document: Doc): void {
  const before = getAt(document, parts);
  const value = modify(before, operand, path);
  if (value !== before) setAt(document, parts, value);
}
