import { refuse } from './error.ts';
import { equal } from './key.ts';
import { isIndex, splitPath } from './path.ts';
import { modifiers, type Modify } from './update-operators.ts';
import { getAt, renameAt, setAt } from './update-path.ts';
import { isDoc, type Doc, type Value } from './value.ts';

/** A parsed update: a whole document in place of another, or steps to change one. */
export type Update =
  | { readonly kind: 'replace'; readonly document: Doc }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] };

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly operand: Value;
  readonly modify: Modify | undefined;
}

/**
 * Parses an update.
 * @throws MongoError naming an operator that is not supported, or two paths that conflict
 */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update))
    return refuse('FailedToParse', 'updates by an aggregation pipeline are not supported');
  if (!isDoc(update)) return refuse('FailedToParse', 'an update has to be a document');
  if (![...update.keys()][0]?.startsWith('$')) return { kind: 'replace', document: checkReplacement(update) };
  const steps = [...update].flatMap(([operator, fields]) => parseSteps(operator, fields)).sort(byPath);
  checkConflicts(steps);
  return { kind: 'steps', steps };
}

function checkReplacement(document: Doc): Doc {
  for (const name of document.keys())
    if (name.startsWith('$'))
      refuse(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${name}' is not allowed in a replacement`,
      );
  return document;
}

function parseSteps(operator: string, fields: Value): Step[] {
  const modify = modifiers.get(operator);
  if (!modify && operator !== '$rename')
    refuse('FailedToParse', `unknown or unsupported update operator: ${operator}`);
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
  const paths = steps.flatMap(({ operator, path, operand }) =>
    operator === '$rename' ? [path, renameTarget(operand)] : [path],
  );
  const all = new Set<string>();
  for (const path of paths) {
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

const renameTarget = (operand: Value): string =>
  typeof operand === 'string' ? operand : refuse('BadValue', 'the target of $rename has to be a string');

/**
 * The document after an update; the one given is changed.
 * @param inserting whether an upsert is making it, so that `$setOnInsert` applies
 * @throws MongoError when a path cannot be followed, a type does not fit, or the `_id` would change
 */
export function applyUpdate(update: Update, document: Doc, inserting: boolean): Doc {
  const id = document.get('_id');
  const changed = update.kind === 'replace' ? replaced(update.document, id) : document;
  if (update.kind === 'steps') for (const step of update.steps) applyStep(step, changed, inserting);
  const newId = changed.get('_id');
  if (id !== undefined && (newId === undefined || !equal(id, newId)))
    refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'");
  return changed;
}

function replaced(document: Doc, id: Value | undefined): Doc {
  const { _id: own = id } = { _id: document.get('_id') };
  if (own === undefined) return new Map(document);
  return new Map([['_id', own], ...[...document].filter(([name]) => name !== '_id')]);
}

function applyStep(
  { operator, path, parts, operand, modify }: Step,
  document: Doc,
  inserting: boolean,
): void {
  if (operator === '$setOnInsert' && !inserting) return;
  if (!modify) return renameAt(document, parts, parsePath(renameTarget(operand)));
  const before = getAt(document, parts);
  const value = modify(before, operand, path);
  if (value !== before) setAt(document, parts, value);
}

/** The `_id` first, as MongoDB stores it; `makeId` supplies one that is missing. */
export function withId(document: Doc, makeId: () => Value): Doc {
  if (document.keys().next().value === '_id') return document;
  const { _id: id = makeId() } = { _id: document.get('_id') };
  return new Map([['_id', id], ...[...document].filter(([name]) => name !== '_id')]);
}
