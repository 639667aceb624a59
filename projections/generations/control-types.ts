import type { CheckReport, Generation, LogPoint } from './generations.ts';
import type { Cause, Scope } from '../parking/parking.ts';
import type { Activity, RunnerStatus } from '../progress/status-board.ts';

/** Why something that was asked of a model is not done. */
export type Unable = 'not_found' | 'busy' | 'nothing to go back to' | 'name is taken' | 'not parked';

/** What operators and analysts ask of read models. A projector does it; `null` says that it was asked to. */
export interface ProjectionControl {
  /** Of the read models. */
  readonly names: readonly string[];
  /** Of everything that follows the log, of each copy, and of the workers. */
  status(): Promise<readonly ModelStatus[]>;
  /** Of one that works through what there is to do. */
  worker(name: string): Promise<ModelStatus>;
  rebuild(name: string): Promise<Unable | null>;
  rollback(name: string): Promise<Unable | null>;
  /** Removes all that is not read; of a copy, all of it. */
  drop(name: string): Promise<Unable | null>;
  replay(name: string, after: LogPoint): Promise<Unable | null>;
  /** `upTo` null: up to what the model holds now. */
  copy(name: string, into: string, after: LogPoint | null, upTo: LogPoint | null): Promise<Unable | null>;
  /** `sample` null: every document. */
  verify(name: string, sample: number | null): Promise<Unable | null>;
  /** Whether a key of the model is parked at this event, so that the model may skip it. */
  maySkip(name: string, eventId: string): Promise<Unable | null>;
  /** The keys that the generations of a model or a process manager have parked, the oldest first; null of no such one. */
  parked(name: string): Promise<readonly ParkedStatus[] | null>;
  /**
   * Has the keys that are parked at an event tried again, or all of them.
   * @returns how many there are; null where there is no such model
   */
  retry(name: string, eventId: string | null): Promise<number | null>;
}

/** A key that takes no events until one that it cannot take is mended or skipped. */
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
  /** How many events are held back, that one included. */
  readonly events: number;
  readonly since: string;
  readonly retried_at: string | null;
  readonly is_retry_asked: boolean;
}

/** How a read model, a copy of one, a process manager or a worker is. Positions are decimal. */
export interface ModelStatus {
  readonly name: string;
  readonly kind: 'read model' | 'copy' | 'verification' | 'process manager' | 'worker';
  readonly of: string;
  readonly version: number;
  /** The generation that is read. */
  readonly generation: string;
  readonly state: string;
  readonly position: string | null;
  readonly lag_events: number;
  readonly lag_seconds: number;
  /** How many keys are parked. */
  readonly parked: number;
  readonly rate: number;
  readonly error: RunnerStatus['error'];
  /** Of a worker: what it is at; null where there is nothing to do. */
  readonly doing: Activity | null;
  readonly generations: readonly GenerationStatus[];
  readonly report: CheckReport | null;
}

export interface GenerationStatus {
  readonly id: string;
  readonly version: number;
  readonly state: Generation['state'];
  readonly position: string | null;
  /** How many keys are parked. */
  readonly parked: number;
  /** Of a build: which part of the log is read, from 0 to 1. */
  readonly progress: number;
  readonly rate: number;
  readonly error: RunnerStatus['error'];
  /** Where it runs, and what each of those processes does about it. */
  readonly processes: readonly { readonly process: string; readonly state: string }[];
  readonly made_at: string | null;
}
