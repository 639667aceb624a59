import { SingleBar } from 'cli-progress';
import { pause } from '../../../projections/pause.ts';
import { Recovery } from '../answers.ts';
import type { ApiClient } from '../client.ts';
import type { CliContext } from '../context.ts';
import { failureOf } from '../explain.ts';
import { exitCodes } from '../failure.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Output } from '../output.ts';

const pollMs = 500;

/**
 * Shows how a recovery gets on, until it ends or Ctrl-C; the recovery itself goes on without anybody watching.
 * Ends with exit code 1 where it was cancelled, or stands still because its destination is disabled.
 */
export async function watchRecovery(
  api: ApiClient,
  id: string,
  output: Output,
  { streams, exitWith }: CliContext,
): Promise<void> {
  const { signal, dispose } = onInterrupt();
  const path = `/api/admin/v1/recoveries/${encodeURIComponent(id)}`;
  const bar = streams.stderr.isTTY === true ? startBar() : null;
  try {
    for (;;) {
      const read = await api.call({ method: 'GET', path, signal }, Recovery);
      if (signal.aborted) return output.note(`It goes on. To end it: formlog recoveries cancel ${id}`);
      // A service that is restarted goes on with it: it is waited for.
      if (!read.ok && read.error.kind !== 'unreachable') throw failureOf(read.error);
      if (read.ok) {
        const { value } = read.value;
        bar?.update(value);
        if (hasEnded(value)) return finish(value, output, exitWith);
      }
      await pause(pollMs, signal);
    }
  } finally {
    bar?.stop();
    dispose();
  }
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

function startBar() {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} deliveries, {status}, {eta_formatted} to go',
    stream: process.stderr,
    hideCursor: true,
  });
  bar.start(0, 0, { status: 'running' });
  return {
    update({ total, replayed, passed_over, status }: Recovery): void {
      bar.setTotal(Math.max(total, replayed + passed_over));
      bar.update(replayed + passed_over, { status });
    },
    stop: () => bar.stop(),
  };
}
