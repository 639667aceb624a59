/** A property of a state in words. */
export interface Aspect {
  /** Identifies the property within states of its kind. */
  readonly id: string;
  readonly label: string;
  /** Null for a property without a value. */
  readonly text: string | null;
  /** Properties of one part, such as a question: a part that is new or gone is one change. */
  readonly part?: { readonly id: string; readonly label: string };
}

/** A change as people saw it before and after; null for nothing. */
export interface WordedChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

const partOf = (aspects: readonly Aspect[]): ReadonlyMap<string, readonly Aspect[]> => {
  const parts = new Map<string, Aspect[]>();
  for (const aspect of aspects) {
    if (!aspect.part) continue;
    const known = parts.get(aspect.part.id) ?? [];
    known.push(aspect);
    parts.set(aspect.part.id, known);
  }
  return parts;
};

/** All properties of a part in one text, a line each. */
const wholePart = (aspects: readonly Aspect[]): string =>
  aspects
    .flatMap(({ label, text }) => (text === null ? [] : [`${label}: ${text.replaceAll('\n', ', ')}`]))
    .join('\n');

/** Returns the properties that have a value, with those of a part as one. */
export function wordsOf(
  aspects: readonly Aspect[],
): readonly { readonly label: string; readonly text: string }[] {
  const parts = partOf(aspects);
  return aspects.flatMap((aspect) => {
    const { part, label, text } = aspect;
    if (!part) return text === null ? [] : [{ label, text }];
    const whole = parts.get(part.id) ?? [];
    return whole[0] === aspect ? [{ label: part.label, text: wholePart(whole) }] : [];
  });
}

const labelOf = ({ label, part }: Aspect): string => (part ? `${part.label}: ${label}` : label);

/** Returns the changes between two states of one thing, in the order of the properties after. */
export function wordedChanges(before: readonly Aspect[], after: readonly Aspect[]): readonly WordedChange[] {
  const known = new Map(before.map((aspect) => [aspect.id, aspect]));
  const [partsBefore, partsAfter] = [partOf(before), partOf(after)];
  const wordedParts = new Set<string>();
  const changes: WordedChange[] = [];

  /** Tells a part that only one state has as one change. @returns whether the property belongs to such a part */
  function tellsWhole({ part }: Aspect): boolean {
    if (!part || (partsBefore.has(part.id) && partsAfter.has(part.id))) return false;
    if (wordedParts.has(part.id)) return true;
    wordedParts.add(part.id);
    const [was, is] = [partsBefore.get(part.id), partsAfter.get(part.id)];
    changes.push({
      label: part.label,
      before: was ? wholePart(was) : null,
      after: is ? wholePart(is) : null,
    });
    return true;
  }

  const present = new Set(after.map(({ id }) => id));
  for (const aspect of after) {
    if (tellsWhole(aspect)) continue;
    const was = known.get(aspect.id)?.text ?? null;
    if (was !== aspect.text) changes.push({ label: labelOf(aspect), before: was, after: aspect.text });
  }
  for (const aspect of before) {
    if (present.has(aspect.id) || tellsWhole(aspect) || aspect.text === null) continue;
    changes.push({ label: labelOf(aspect), before: aspect.text, after: null });
  }
  return changes;
}
