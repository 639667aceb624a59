// The draft of a form: its changes and what differs between two drafts, as `domain/form-draft/changes.ts` has them.
(() => {
  const editor = (globalThis.formEditor ??= {});

  const blank = { label: '', required: false, hidden: false, options: [], rows: [] };
  for (const name of ['key', 'help', 'placeholder', 'low_label', 'high_label', 'pattern', 'types', 'default'])
    blank[name] = '';
  for (const name of ['min', 'max', 'min_length', 'max_length', 'min_selections', 'max_selections'])
    blank[name] = '';
  blank.max_files = blank.max_bytes = blank.currency = blank.amount = '';

  const newField = (given) => ({ ...blank, kind: 'short_text', ...given });

  const isSame = (one, other) =>
    one === other ||
    (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other));

  const changedMembers = (before, after) =>
    Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name], value)));

  const isSameField = (one, other) =>
    one === other || (!!one && !!other && Object.keys(changedMembers(one, other)).length === 0);

  function placedIn(ids, placed) {
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

  /** A draft with changes. A question whose predecessor is gone comes last; removed questions leave at the end. */
  function apply(draft, { details = {}, fields = [], removed = [], placed = [] }) {
    const gone = new Set(removed);
    const byId = new Map(draft.fields.map((field) => [field.id, field]));
    for (const change of fields)
      byId.set(change.id, { ...(byId.get(change.id) ?? newField(change)), ...change });
    const ids = [...new Set([...byId.keys(), ...placed.map(({ id }) => id).filter((id) => gone.has(id))])];
    const order = placedIn(ids, placed).filter((id) => !gone.has(id) && byId.has(id));
    return { details: { ...draft.details, ...details }, fields: order.map((id) => byId.get(id)) };
  }

  /** The most ids that are in the same order in both lists; the others have moved. */
  function keptInPlace(before, after) {
    const places = new Map(before.map((id, place) => [id, place]));
    const ends = [];
    const previous = new Map();
    for (const id of after) {
      if (!places.has(id)) continue;
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (places.get(ends[middle]) < places.get(id)) low = middle + 1;
        else high = middle;
      }
      ends[low] = id;
      previous.set(id, ends[low - 1]);
    }
    const run = new Set();
    for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) run.add(id);
    return run;
  }

  /** What makes one draft another: `apply(before, between(before, after))` is `after`. */
  function between(before, after) {
    const former = new Map(before.fields.map((field) => [field.id, field]));
    const present = new Set(after.fields.map(({ id }) => id));
    const details = changedMembers(before.details, after.details);
    const fields = after.fields.flatMap((field) => {
      const was = former.get(field.id);
      if (was === field) return [];
      const changed = was ? changedMembers(was, field) : field;
      return Object.keys(changed).length === 0 ? [] : [{ ...changed, id: field.id }];
    });
    const removed = before.fields.map(({ id }) => id).filter((id) => !present.has(id));
    const stay = keptInPlace([...former.keys()], [...present]);
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

  const isNothing = (changes) => Object.keys(changes).length === 0;

  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const newId = () =>
    [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => digits[byte % digits.length]).join('');

  Object.assign(editor, { newField, isSameField, apply, between, isNothing, keptInPlace, newId });
})();
