import { refuse } from '../error.ts';
import { equal } from '../query/compare.ts';
import { type Filter } from '../query/filter.ts';
import { isIndex, splitPath } from '../query/path.ts';
import { checkTimestamp, decode } from '../wire/decode.ts';
import { encode } from '../wire/encode.ts';
import { RawDocument } from '../wire/raw-document.ts';
import { type Doc, isDoc, Opaque, type Value } from '../wire/value.ts';
import { newObjectId, withId, withIdFirst } from './document-id.ts';
import { modifiers, type Modify, modifyAt } from './update-operators.ts';

/** A parsed update: a document that replaces another, or steps that change one. */
export interface Update {
  readonly replacement?: RawDocument;
  readonly steps: readonly Step[];
  /** The fields that the steps read or change, and the `_id`. */
  readonly touched: ReadonlySet<string>;
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly operand: Value;
  readonly modify: Modify;
}

/**
 * Parses an update: a document that was checked.
 * @throws MongoError naming an operator that is not supported, or two paths that conflict
 */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update))
    return refuse('FailedToParse', 'updates by an aggregation pipeline are not supported');
  const raw = isDoc(update) ? new RawDocument(encode(update)).check() : update;
  if (!(raw instanceof RawDocument)) return refuse('FailedToParse', 'an update has to be a document');
  const special = raw.operator;
  if (!raw.isOperators) {
    if (special !== undefined)
      refuse(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${special}' is not allowed in a replacement`,
      );
    return { replacement: raw, steps: [], touched: new Set() };
  }
  const steps = [...decode(raw.bytes)]
    .flatMap(([operator, fields]) => parseSteps(operator, fields))
    .sort(byPath);
  checkConflicts(
    steps.map(({ path }) => path),
    (path, at) =>
      refuse('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`),
  );
  return { steps, touched: new Set(['_id', ...steps.flatMap(({ parts }) => parts.slice(0, 1))]) };
}

function parseSteps(operator: string, fields: Value): Step[] {
  const modify =
    modifiers.get(operator) ??
    refuse('FailedToParse', `Unknown modifier: ${operator}. Expected a valid update modifier`);
  if (!isDoc(fields))
    return refuse('FailedToParse', `Modifiers operate on fields but we found another type for ${operator}`);
  return [...fields].map(([path, operand]) => {
    // Refuses an operand that is not valid for any value.
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

/** Calls `conflict` for a path that occurs twice, or that leads through another one, with that path. */
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
export function applyUpdate(update: Update, before: RawDocument): RawDocument {
  if (update.replacement) return replaced(update.replacement, before.get('_id'));
  const document = before.fields(update.touched);
  const id = document.get('_id');
  for (const step of update.steps) if (step.operator !== '$setOnInsert') applyStep(step, document);
  return stored(document, id);
}

/** The document that an upsert creates, starting from the equalities of its query. */
export function created(update: Update, filter: Filter): RawDocument {
  const { replacement: whole, steps } = update;
  const base = upsertBase(equalities(filter).filter(({ path }) => !whole || path === '_id'));
  const id = base.get('_id');
  if (whole) return replaced(whole, id);
  for (const step of steps) applyStep(step, base);
  return withIdFirst(stored(base, id));
}

/** The start of an upsert: the fields for which the query has an equality. */
function upsertBase(all: readonly Equality[]): Doc {
  const base: Doc = new Map();
  checkConflicts(
    all.map(({ path }) => path),
    (path) =>
      refuse('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`),
  );
  for (const { parts, value } of all) modifyAt(base, parts, () => value);
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

/** Encodes a changed document, of which all other values were checked when they came. */
function stored(document: Doc, id: Value | undefined): RawDocument {
  const now = document.get('_id');
  if (id !== undefined && (now === undefined || !equal(id, now))) refuseNewId();
  for (const value of document.values())
    if (value instanceof Opaque) checkTimestamp(value.type, value.bytes, 0);
  return new RawDocument(encode(document));
}

const refuseNewId = (): never =>
  refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'");

/** The bytes of a replacement are stored as they came, behind the `_id`. */
function replaced(document: RawDocument, id: Value | undefined): RawDocument {
  const currentId = document.get('_id');
  if (currentId === undefined) return withId(id ?? newObjectId(), document.bytes);
  return id === undefined || equal(currentId, id) ? withIdFirst(document) : refuseNewId();
}

function applyStep({ path, parts, operand, modify }: Step, document: Doc): void {
  modifyAt(document, parts, (before) => modify(before, operand, path));
}
