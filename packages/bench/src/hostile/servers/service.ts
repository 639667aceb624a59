/**
 * `formlog serve --demo --json` with stores in another process, and a meter of its main thread on the socket `--meter`: each
 * request to it is answered with the longest time for which the thread was taken since the one before.
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { environment } from '../../../../../app/config/environment.ts';
import { serve } from '../../../../../app/serve/serve.ts';

const { values } = parseArgs({ options: { meter: { type: 'string', default: '' } } });

/** The time of a turn without work: the interval of the timer that looks at the clocks, in ms. */
const interval = 1;
let longestMs = 0;
let last = { wall: performance.now(), cpu: process.cpuUsage() };

/**
 * The thread was taken for as long as its timer was late, but no longer than the process computed: the rest of the time another
 * process had the processor.
 */
function look(): void {
  const now = { wall: performance.now(), cpu: process.cpuUsage() };
  const { user, system } = process.cpuUsage(last.cpu);
  longestMs = Math.max(longestMs, Math.min(now.wall - last.wall - interval, (user + system) / 1_000));
  last = now;
}

const meter = createServer((_, response) => {
  look();
  response.end(JSON.stringify({ longestMs }), () => {
    look();
    longestMs = 0;
  });
});
meter.listen(values.meter);
meter.unref();
setInterval(look, interval).unref();
process.exitCode = await serve({ demo: true, json: true, env: environment });
