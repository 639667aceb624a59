/** A message as an id with its values, from which pages write it in the language of their form. */
export interface Wording {
  /** The id in `web/form/languages/`. */
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** What the message speaks of, where that is a part of the answer: the label of a row, or the id of a part's label. */
  readonly about?: { readonly row: string } | { readonly part: string };
}

/**
 * The member of a fault or a problem with its wording. It is a symbol because it is for pages alone: JSON leaves it out, so that
 * neither answers of the API nor events contain it.
 */
export const wording = Symbol('wording');
