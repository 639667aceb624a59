/** Something that a person has to look at, with the page that helps. */
export interface Need {
  /** From 0, the most urgent. */
  readonly urgency: 0 | 1 | 2 | 3;
  readonly title: string;
  readonly detail: string;
  /** ISO 8601; null where it has no beginning. */
  readonly since: string | null;
  readonly accountId: string | null;
  /** The one click that helps: a page, or a change. */
  readonly help:
    { readonly label: string; readonly href: string } | { readonly label: string; readonly post: string };
}

/** The most needs of each kind. */
export const mostNeeds = 20;

export const destinationHref = (id: string): string => `/console/destinations/${encodeURIComponent(id)}`;

/** The most urgent first, and of those the oldest. */
export const byUrgency = (needs: readonly Need[]): readonly Need[] =>
  [...needs].sort((a, b) => a.urgency - b.urgency || ((a.since ?? '9') < (b.since ?? '9') ? -1 : 1));
