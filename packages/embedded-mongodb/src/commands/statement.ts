import { refuse } from '../error.ts';
import { type Filter, matches } from '../query/filter.ts';
import { type Row } from '../query/rows.ts';
import { type Documents } from '../storage/documents.ts';
import { applyUpdate, created, parseUpdate, type Update } from '../update/update.ts';
import { type RawDocument } from '../wire/raw-document.ts';
import { type Value } from '../wire/value.ts';

/** The changes that a statement made. */
export interface Done {
  readonly n: number;
  readonly modified?: number;
  readonly upsertedId?: Value;
  /** The document that is answered. */
  readonly value?: RawDocument | undefined;
}

/** One change of a write. */
export interface Statement {
  /** Selects the documents that are changed; none for an insert. */
  readonly filter?: Filter;
  /** Whether all that match are changed, or one. */
  readonly multi?: boolean;
  /** Changes one document, within a transaction. @param row undefined if no document matches */
  apply(documents: Documents, row: Row | undefined): Done;
}

interface UpdateOptions {
  /** The filter from which a new document is made where no document matches; undefined if none is made. */
  readonly upsert: Filter | undefined;
  readonly multi?: boolean;
  /** The state of the document that is answered. */
  readonly answer?: 'before' | 'after';
}

/** Updates a document, or inserts one. */
export function updating(u: Value, { upsert, multi = false, answer }: UpdateOptions): Statement['apply'] {
  let parsed: Update | undefined;
  return (documents, row) => {
    parsed ??= parseUpdate(u);
    if (multi && parsed.replacement)
      refuse('FailedToParse', 'multi update is not supported for replacement-style update');
    if (row) {
      const after = applyUpdate(parsed, row);
      const value = answer === 'after' ? after : answer && row;
      return { n: 1, modified: documents.replace(row, after) ? 1 : 0, value };
    }
    if (!upsert) return { n: 0 };
    const made = created(parsed, upsert);
    return { n: 1, upsertedId: documents.insert(made), value: answer === 'after' ? made : undefined };
  };
}

/** Removes a document. @param isAnswer whether the document is answered */
export const removing =
  (isAnswer: boolean): Statement['apply'] =>
  (documents, row) => {
    if (row) documents.remove(row);
    return { n: row ? 1 : 0, value: isAnswer ? row : undefined };
  };

/** Most writes name the `_id` of their document, which need not be searched for. */
export const needsSearch = ({ filter, multi = false }: Statement): boolean =>
  filter !== undefined && (multi || idIn(filter) === undefined);

/** The document whose `_id` a statement names, if it matches. */
export function rowOf(documents: Documents, { filter }: Statement): Row | undefined {
  const id = filter && idIn(filter);
  return id === undefined ? undefined : ifMatch(filter, documents.find(id));
}

/** A row, if a filter matches it. */
export const ifMatch = (filter: Filter | undefined, row: Row | undefined): Row | undefined =>
  row && filter && matches(filter, row) ? row : undefined;

/** The `_id` that a filter asks for, if it names one. */
function idIn(filter: Filter): Value | undefined {
  if (filter.kind === 'condition')
    return filter.path === '_id' && filter.operator === '$eq' ? filter.operand : undefined;
  if (filter.kind === 'or') return undefined;
  for (const part of filter.of) {
    const id = idIn(part);
    if (id !== undefined) return id;
  }
  return undefined;
}
