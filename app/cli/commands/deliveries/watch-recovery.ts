import Type, { type Static } from 'typebox';
import * as contract from '../../../../api/contract/webhooks/recovery-schemas.ts';
import type { ApiClient } from '../../client/client.ts';
import { response } from '../../client/response-schema.ts';
import type { CliContext } from '../../context.ts';
import { exitCodes } from '../../failure.ts';
import type { Output } from '../../terminal/output.ts';
import { startBar } from '../../terminal/progress.ts';
import { watch } from '../../terminal/watch.ts';

/** A recovery has the number of the replayed deliveries, and a cancellation that of the cancelled ones. */
export const Recovery = response(
  Type.Object({ ...contract.Cancellation.properties, ...contract.Recovery.properties }),
  'id',
  'status',
  'total',
  'passed_over',
  'per_second',
);
export type Recovery = Static<typeof Recovery>;
export const Recoverable = response(contract.RecoverableDeliveries, 'total');

/**
 * Shows the progress of a recovery or a cancellation until its end or Ctrl-C. It continues after Ctrl-C.
 * Ends with exit code 1 where it was cancelled, or stands still because its destination is disabled.
 */
export async function watchRecovery(
  api: ApiClient,
  job: RecoveryJob,
  id: string,
  output: Output,
  { streams, exitWith }: CliContext,
): Promise<void> {
  const path = `/api/admin/v1/${job.name}/${encodeURIComponent(id)}`;
  const bar = startBar(streams, '{bar} {value}/{total} deliveries, {status}, {eta_formatted} to go');
  const recovery = await watch(
    (signal) => api.call({ method: 'GET', path, signal }, Recovery),
    (current) => {
      const { total, passed_over, status } = current;
      const done = completedCount(current) + passed_over;
      if (total > 0) bar.show(done, Math.max(total, done), { status });
      return hasEnded(current);
    },
  ).finally(() => bar.stop());
  if (recovery) finish(job, recovery, output, exitWith);
  else output.note(`The ${job.noun} continues. Cancel it with: formlog ${job.name} cancel ${id}`);
}

/** Recoveries, or cancellations: the routes and the words of each. */
export interface RecoveryJob {
  /** The name of the commands and of the resource. */
  readonly name: 'recoveries' | 'cancellations';
  readonly noun: string;
  readonly title: string;
  readonly done: string;
}

export const recoveryJob: RecoveryJob = {
  name: 'recoveries',
  noun: 'recovery',
  title: 'Recovery',
  done: 'sent again',
};
export const cancellationJob: RecoveryJob = {
  name: 'cancellations',
  noun: 'cancellation',
  title: 'Cancellation',
  done: 'cancelled',
};

/** The number of deliveries that a recovery sent again, or that a cancellation cancelled. */
export const completedCount = ({ replayed, cancelled }: Recovery): number => replayed ?? cancelled ?? 0;

const hasEnded = ({ status, paused_because }: Recovery): boolean =>
  status === 'completed' || status === 'cancelled' || paused_because === 'destination_disabled';

function finish(
  job: RecoveryJob,
  recovery: Recovery,
  output: Output,
  exitWith: CliContext['exitWith'],
): void {
  const { id, status, passed_over, paused_because } = recovery;
  output.record(recovery);
  const passedOver = passed_over > 0 ? `, ${passed_over} passed over` : '';
  output.print(`${job.title} ${id} is ${status}: ${completedCount(recovery)} ${job.done}${passedOver}.`);
  if (paused_because === 'destination_disabled')
    output.note(`Its destination is disabled. Enable it, then: formlog recoveries resume ${id}`);
  if (status !== 'completed') exitWith(exitCodes.refused);
}
