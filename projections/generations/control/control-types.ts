import type { Cause, Scope } from '../../parking/parking.ts';
import type { Divergence } from '../../progress/divergence.ts';
import type { Activity, RunnerStatus } from '../../progress/status-board.ts';
import type { CheckReport, Generation, StoredLogPoint } from '../generation-types.ts';
import type { Missing } from '../missing.ts';

/** The reason for which a request about a model is refused. */
export type ControlFailure = 'not_found' | 'busy' | 'nothing to go back to' | 'name is taken' | 'not parked';

/**
 * Administers the read models. The methods only record a request, which a projector carries out; a result of
 * null means that the request was recorded.
 */
export interface ProjectionControl {
  /** The names of the read models. */
  readonly names: readonly string[];
  /** Returns the status of every model, copy, process manager and worker. */
  status(): Promise<readonly ModelStatus[]>;
  /** Returns the status of one worker. */
  worker(name: string): Promise<ModelStatus>;
  rebuild(name: string): Promise<ControlFailure | null>;
  /** Returns the read models and process managers that the log has diverged from. */
  diverged(): Promise<readonly Divergence[]>;
  /** Requests that everything the log has diverged from is built again from the present log. @returns `diverged` */
  realign(): Promise<readonly Divergence[]>;
  /** Returns a page of what realigned read models had listed and the log does not hold. @param after the last place */
  missing(
    limit: number,
    after: string | null,
  ): Promise<{ readonly items: readonly Missing[]; readonly next: string | null }>;
  rollback(name: string): Promise<ControlFailure | null>;
  /** Removes every generation of a model that is not read; all generations of a copy. */
  drop(name: string): Promise<ControlFailure | null>;
  replay(name: string, after: StoredLogPoint): Promise<ControlFailure | null>;
  /**
   * Copies a model's documents of a range of the log; `upTo` null ends the range at the model's present
   * position.
   */
  copy(
    name: string,
    into: string,
    after: StoredLogPoint | null,
    upTo: StoredLogPoint | null,
  ): Promise<ControlFailure | null>;
  /** Compares a model with a rebuild; `sample` is the number of documents, null for all. */
  verify(name: string, sample: number | null): Promise<ControlFailure | null>;
  /** Returns null if a key of the model is parked at this event, so that the model may skip it. */
  maySkip(name: string, eventId: string): Promise<ControlFailure | null>;
  /** Returns the parked keys of a model or process manager, oldest first; null if there is no such model. */
  parked(name: string): Promise<readonly ParkedStatus[] | null>;
  /**
   * Requests a retry of the keys that are parked at an event, or of all if `eventId` is null.
   * @returns the number of keys; null if there is no such model
   */
  retry(name: string, eventId: string | null): Promise<number | null>;
}

/** A key whose events are held back until its faulty event can be applied or is skipped. */
export interface ParkedStatus {
  readonly generation: string;
  readonly scope: Scope;
  readonly account_id: string | null;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly stream: string;
    readonly revision: number;
    readonly position: string;
  };
  readonly cause: Cause;
  readonly reason: string;
  /** The number of events held back, including the faulty event. */
  readonly events: number;
  readonly since: string;
  readonly retried_at: string | null;
  readonly is_retry_asked: boolean;
}

/** The status of a read model, copy, process manager or worker. Positions are decimal. */
export interface ModelStatus {
  readonly name: string;
  readonly kind: 'read model' | 'copy' | 'verification' | 'process manager' | 'worker';
  readonly of: string;
  readonly version: number;
  /** The id of the generation that is read. */
  readonly generation: string;
  readonly state: string;
  readonly position: string | null;
  readonly lag_events: number;
  readonly lag_seconds: number;
  /** The number of parked keys. */
  readonly parked: number;
  readonly rate: number;
  readonly error: RunnerStatus['error'];
  /** A worker's present step; null if there is nothing to do. */
  readonly doing: Activity | null;
  readonly generations: readonly GenerationStatus[];
  readonly report: CheckReport | null;
}

export interface GenerationStatus {
  readonly id: string;
  readonly version: number;
  readonly state: Generation['state'];
  readonly position: string | null;
  /** The number of parked keys. */
  readonly parked: number;
  /** The share of the log that has been read, from 0 to 1. */
  readonly progress: number;
  readonly rate: number;
  readonly error: RunnerStatus['error'];
  /** The processes that run the generation, with their states. */
  readonly processes: readonly { readonly process: string; readonly state: string }[];
  readonly made_at: string | null;
}
