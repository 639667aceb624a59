/** A point in the log: a position, or a time (ISO 8601) that is not resolved yet. */
export type StoredLogPoint = { readonly position: bigint } | { readonly time: string };

/** One build of a model, with its own collection and checkpoint. */
export interface Generation {
  /** The name of its collection and of its checkpoint. */
  readonly id: string;
  readonly version: number;
  /** Counts the builds of a version, or the copies of a model, from 1. Numbers are never reused. */
  readonly number: number;
  /**
   * `live`: the generation that readers of its version read. `kept`: followed further, for a rollback.
   * `dropping`: about to be removed.
   */
  readonly state: 'building' | 'live' | 'kept' | 'dropping';
  readonly made_at: string;
  /** When the generation last stopped being read; null if it never did. */
  readonly left_at: string | null;
  /**
   * The documents to start with: those of another generation whose last change is not after `after`. Null to
   * start empty.
   */
  readonly seed: { readonly id: string; readonly after: StoredLogPoint } | null;
  /** The generation that it replaces since the log diverged from it; null or absent for any other build. */
  readonly realigns?: string | null;
}

/** The record of a model, or of a copy of a model. */
export interface ModelRecord {
  readonly _id: string;
  /** The name of the model whose events and handlers it uses. */
  readonly of: string;
  /** Counts the changes, for optimistic concurrency. */
  readonly revision: number;
  readonly generations: readonly Generation[];
  /** The last number of each version's builds, and under `copies` of the copies. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The generation that readers are switched to as soon as it is ready; null if none is wanted. */
  readonly wanted: string | null;
  /**
   * The range of a copy, which holds the documents that events after `after` and up to `upTo` touched. Null
   * for a model.
   */
  readonly range: { readonly after: StoredLogPoint | null; readonly upTo: StoredLogPoint } | null;
  /**
   * The check of a verification: the share of the documents that it rebuilds, and its report. Null otherwise.
   */
  readonly check: { readonly share: number; readonly report: CheckReport | null } | null;
}

/**
 * A document that differs from the log. Only the names of its members are reported, because their values may
 * be personal data.
 */
export interface Difference {
  readonly id: string;
  readonly kind: 'missing' | 'unexpected' | 'different';
  readonly members: readonly string[];
}

export interface CheckReport {
  readonly compared: number;
  /** Documents with changes after the verification's end, which are not compared. */
  readonly moved_on: number;
  readonly different: number;
  /** The first differences. */
  readonly differences: readonly Difference[];
  readonly at: string;
}
