/**
 * A set of revisions as ascending, separate ranges, each with its first revision and the one after its last.
 */
export type Revisions = readonly (readonly [from: number, to: number])[];

export const hasRevision = (revisions: Revisions, revision: number): boolean =>
  revisions.some(([from, to]) => from <= revision && revision < to);

/** Adds a revision that is greater than all others in the set. */
export function addRevision(revisions: Revisions, revision: number): Revisions {
  const last = revisions.at(-1);
  return last?.[1] === revision
    ? [...revisions.slice(0, -1), [last[0], revision + 1]]
    : [...revisions, [revision, revision + 1]];
}

export function withoutRevision(revisions: Revisions, revision: number): Revisions {
  return revisions.flatMap(([from, to]) => {
    if (revision < from || revision >= to) return [[from, to] as const];
    const parts = [[from, revision] as const, [revision + 1, to] as const];
    return parts.filter(([first, end]) => first < end);
  });
}
