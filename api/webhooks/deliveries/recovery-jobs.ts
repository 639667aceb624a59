import type { TObject, TSchema } from 'typebox';
import type { ExistingRecovery } from '../../../domain/recovery/decider.ts';
import type { RecoveryAction } from '../../../domain/recovery/events.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import type { Operation, OperationDefinition } from '../../contract/operation.ts';
import type { ById, NoQuery, OfCopyQuery } from '../../contract/values.ts';
import { cancellationOperations } from '../../contract/webhooks/cancellations.ts';
import { recoveryOperations } from '../../contract/webhooks/recoveries.ts';
import type { RecoveriesQuery } from '../../contract/webhooks/recovery-schemas.ts';
import {
  cancellationFromState,
  cancellationFromView,
  fromState,
  fromView,
} from '../../responses/recoveries.ts';

interface JobOperation<Query extends TObject> extends OperationDefinition {
  readonly params: typeof ById;
  readonly querystring: Query;
  readonly response: { readonly 200: TSchema };
}
type ListOperation = Operation<JobOperation<typeof RecoveriesQuery>>;
type ReadOperation = Operation<JobOperation<typeof OfCopyQuery>>;
type ChangeOperation = Operation<JobOperation<typeof NoQuery>>;

/** What the routes of recoveries and of cancellations differ in. */
export interface RecoveryJob {
  readonly action: RecoveryAction;
  readonly kind: 'recovery' | 'cancellation';
  /** What the cursors of its lists are bound to. */
  readonly path: 'recoveries' | 'cancellations';
  readonly operations: Readonly<
    Record<'list', ListOperation> &
      Record<'read', ReadOperation> &
      Record<'pause' | 'resume' | 'cancel', ChangeOperation>
  >;
  fromState(state: ExistingRecovery): object;
  fromView(view: RecoveryView): object;
}

export const recoveryJob: RecoveryJob = {
  action: 'send',
  kind: 'recovery',
  path: 'recoveries',
  operations: {
    list: recoveryOperations.listRecoveries,
    read: recoveryOperations.readRecovery,
    pause: recoveryOperations.pauseRecovery,
    resume: recoveryOperations.resumeRecovery,
    cancel: recoveryOperations.cancelRecovery,
  },
  fromState,
  fromView,
};

export const cancellationJob: RecoveryJob = {
  action: 'cancel',
  kind: 'cancellation',
  path: 'cancellations',
  operations: {
    list: cancellationOperations.listCancellations,
    read: cancellationOperations.readCancellation,
    pause: cancellationOperations.pauseCancellation,
    resume: cancellationOperations.resumeCancellation,
    cancel: cancellationOperations.cancelCancellation,
  },
  fromState: cancellationFromState,
  fromView: cancellationFromView,
};
