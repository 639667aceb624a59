import type { TSchema } from 'typebox';
import type { ExistingRecovery } from '../../../domain/recovery/decider.ts';
import type { RecoveryAction } from '../../../domain/recovery/events.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import {
  Cancellation,
  cancellationFromState,
  cancellationFromView,
  CancellationItem,
  fromState,
  fromView,
  Recovery,
  RecoveryItem,
} from './recovery-schemas.ts';

/** What the routes of recoveries and of cancellations differ in. */
export interface RecoveryJob {
  readonly action: RecoveryAction;
  readonly kind: 'recovery' | 'cancellation';
  readonly path: 'recoveries' | 'cancellations';
  /** The answer to a write, and the item of a list. */
  readonly Changed: TSchema;
  readonly Item: TSchema;
  fromState(state: ExistingRecovery): object;
  fromView(view: RecoveryView): object;
  readonly summaries: Readonly<Record<'list' | 'read' | 'pause' | 'resume' | 'cancel', string>>;
}

export const recoveryJob: RecoveryJob = {
  action: 'send',
  kind: 'recovery',
  path: 'recoveries',
  Changed: Recovery,
  Item: RecoveryItem,
  fromState,
  fromView,
  summaries: {
    list: "List an account's recoveries",
    read: 'Read the progress of a recovery',
    pause: 'Pause a recovery',
    resume: 'Resume a paused recovery',
    cancel: 'Cancel a recovery; deliveries already sent stay sent',
  },
};

export const cancellationJob: RecoveryJob = {
  action: 'cancel',
  kind: 'cancellation',
  path: 'cancellations',
  Changed: Cancellation,
  Item: CancellationItem,
  fromState: cancellationFromState,
  fromView: cancellationFromView,
  summaries: {
    list: "List an account's cancellations",
    read: 'Read the progress of a cancellation',
    pause: 'Pause a cancellation',
    resume: 'Resume a paused cancellation',
    cancel: 'Stop a cancellation; deliveries already cancelled stay cancelled',
  },
};
