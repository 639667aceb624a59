import { Recovery } from '../../answers.ts';
import type { ApiClient } from '../../client.ts';
import type { CliContext } from '../../context.ts';
import { exitCodes } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { startBar } from '../../progress.ts';
import { watch } from '../../watch.ts';

/**
 * Shows the progress of a recovery until its end or Ctrl-C. The recovery continues after Ctrl-C.
 * Ends with exit code 1 where it was cancelled, or stands still because its destination is disabled.
 */
export async function watchRecovery(
  api: ApiClient,
  id: string,
  output: Output,
  { streams, exitWith }: CliContext,
): Promise<void> {
  const path = `/api/admin/v1/recoveries/${encodeURIComponent(id)}`;
  const bar = startBar(streams, '{bar} {value}/{total} deliveries, {status}, {eta_formatted} to go');
  const recovery = await watch(
    (signal) => api.call({ method: 'GET', path, signal }, Recovery),
    (current) => {
      const { total, replayed, passed_over, status } = current;
      const done = replayed + passed_over;
      if (total > 0) bar.show(done, Math.max(total, done), { status });
      return hasEnded(current);
    },
  ).finally(() => bar.stop());
  if (recovery) finish(recovery, output, exitWith);
  else output.note(`The recovery continues. Cancel it with: formlog recoveries cancel ${id}`);
}

const hasEnded = ({ status, paused_because }: Recovery): boolean =>
  status === 'completed' || status === 'cancelled' || paused_because === 'destination_disabled';

function finish(recovery: Recovery, output: Output, exitWith: CliContext['exitWith']): void {
  const { id, status, replayed, passed_over, paused_because } = recovery;
  output.record(recovery);
  const passedOver = passed_over > 0 ? `, ${passed_over} passed over` : '';
  output.say(`Recovery ${id} is ${status}: ${replayed} sent again${passedOver}.`);
  if (paused_because === 'destination_disabled')
    output.note(`Its destination is disabled. Enable it, then: formlog recoveries resume ${id}`);
  if (status !== 'completed') exitWith(exitCodes.refused);
}
