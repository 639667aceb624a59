import type { ExistingForm } from '../form/decider.ts';
import { type DraftField, draftFieldOf, newField } from './draft-field.ts';
import type { DraftChanges, DraftDetails } from './events.ts';

/** A form as the editor shows it. */
export interface FormDraft {
  readonly details: DraftDetails;
  readonly fields: readonly DraftField[];
}

/** A form without changes. */
export const draftOf = ({
  title,
  description,
  slug,
  language,
  timeZone,
  fields,
}: ExistingForm): FormDraft => ({
  details: { title, description, slug, language: language ?? '', timeZone: timeZone ?? '' },
  fields: fields.map(draftFieldOf),
});

/**
 * Returns a draft with changes. A question whose predecessor is gone comes last. Questions that are removed leave only after all
 * others have their places, because some of these may have been placed after them.
 */
export function applyChanges(draft: FormDraft, changes: DraftChanges): FormDraft {
  const { details = {}, fields = [], removed = [], placed = [] } = changes;
  const gone = new Set(removed);
  const byId = new Map(draft.fields.map((field) => [field.id, field]));
  for (const change of fields)
    byId.set(change.id, { ...(byId.get(change.id) ?? newField(change)), ...change });
  const ids = [...new Set([...byId.keys(), ...placed.map(({ id }) => id).filter((id) => gone.has(id))])];
  const order = placedIn(ids, placed);
  return {
    details: { ...draft.details, ...details },
    fields: order.filter((id) => !gone.has(id)).flatMap((id) => byId.get(id) ?? []),
  };
}

function placedIn(ids: readonly string[], placed: NonNullable<DraftChanges['placed']>): readonly string[] {
  const order = [...ids];
  for (const { id, after } of placed) {
    const from = order.indexOf(id);
    if (from < 0) continue;
    order.splice(from, 1);
    const at = after === null ? -1 : order.indexOf(after);
    order.splice(after !== null && at < 0 ? order.length : at + 1, 0, id);
  }
  return order;
}

/** The settings of a question that differ from another state of it. */
function changedSettings(before: DraftField, after: DraftField): Partial<DraftField> {
  const others = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(others.get(name), value)),
  );
}

/** Whether two settings are the same; all are texts, truth values or lists of choices. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

export const isSameField = (one: DraftField, other: DraftField): boolean =>
  one === other || Object.keys(changedSettings(one, other)).length === 0;

/** Returns what makes one draft another: `applyChanges(before, changesBetween(before, after))` is `after`. */
export function changesBetween(before: FormDraft, after: FormDraft): DraftChanges {
  const former = new Map(before.fields.map((field) => [field.id, field]));
  const present = new Set(after.fields.map(({ id }) => id));
  const details = Object.fromEntries(
    Object.entries(after.details).filter(([name, text]) => !isSame(Reflect.get(before.details, name), text)),
  );
  const fields = after.fields.flatMap((field) => {
    const { id } = field;
    const changed = former.has(id) ? changedSettings(former.get(id) ?? field, field) : field;
    return Object.keys(changed).length === 0 ? [] : [{ ...changed, id }];
  });
  const removed = before.fields.map(({ id }) => id).filter((id) => !present.has(id));
  const stay = longestRun(before, after);
  const placed = after.fields.flatMap(({ id }, at) =>
    stay.has(id) ? [] : [{ id, after: after.fields[at - 1]?.id ?? null }],
  );
  return {
    ...(Object.keys(details).length > 0 && { details }),
    ...(fields.length > 0 && { fields }),
    ...(removed.length > 0 && { removed }),
    ...(placed.length > 0 && { placed }),
  };
}

export const isNoChange = (changes: DraftChanges): boolean => Object.keys(changes).length === 0;

/** Returns the ids of the most questions that are in the same order in both drafts; the others have moved. */
function longestRun(before: FormDraft, after: FormDraft): ReadonlySet<string> {
  const places = new Map(before.fields.map(({ id }, place) => [id, place]));
  const ids = after.fields.map(({ id }) => id).filter((id) => places.has(id));
  const placeOf = (id: string | undefined): number => (id === undefined ? -1 : (places.get(id) ?? -1));
  /** For each length, the last id of the run of that length that ends earliest, and the id before each id. */
  const ends: string[] = [];
  const previous = new Map<string, string | undefined>();
  for (const id of ids) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(ends[middle]) < placeOf(id)) low = middle + 1;
      else high = middle;
    }
    ends[low] = id;
    previous.set(id, ends[low - 1]);
  }
  const run = new Set<string>();
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) run.add(id);
  return run;
}
