/**
 * `formlog serve --demo --json` with stores in another process, and a meter of its main thread on the socket `--meter`: each
 * request to it is answered with the longest time for which the thread was held since the one before.
 */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { environment } from '../../../app/environment.ts';
import { serve } from '../../../app/serve.ts';

const { values } = parseArgs({ options: { meter: { type: 'string', default: '' } } });

/** The timer of the meter, in ms: the delay of each of its turns is measured. */
const resolution = 1;
const delays = monitorEventLoopDelay({ resolution });
const meter = createServer((_, response) => {
  const longestMs = Math.max(0, delays.max / 1e6 - resolution);
  response.end(JSON.stringify({ longestMs }), () => delays.reset());
});
meter.listen(values.meter);
meter.unref();
delays.enable();
process.exitCode = await serve({ demo: true, json: true, env: environment });
