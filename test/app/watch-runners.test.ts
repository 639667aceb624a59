import pino from 'pino';
import { Registry } from 'prom-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealth } from '../../app/health/health.ts';
import { describeStall, reportStalls } from '../../app/health/report-stalls.ts';
import { watchRunners } from '../../app/health/watch-runners.ts';
import { createSupervisor } from '../../app/supervisor.ts';
import { openStallWatch } from '../../async/stall-watch.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('watch of runners');

const reporter = { onState: () => undefined, onProgress: () => undefined, onActivity: () => undefined };

/** A watch over a log and positions that the test sets. */
function world() {
  const clock = { now: 0 };
  const at: { head: bigint | null; position: bigint | null; asked: number } = {
    head: 5n,
    position: null,
    asked: 0,
  };
  const quiet = { stalled: () => undefined, recovered: () => undefined, processPaused: () => undefined };
  const stalls = openStallWatch(quiet, { limitMs: 60_000, everyMs: 1_000, clock: () => clock.now });
  const head = async () => {
    at.asked += 1;
    return at.head;
  };
  const progress = { positionOfGeneration: () => at.position };
  const runners = watchRunners({ log: { head }, progress, watch: stalls.watch }, 5);
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      clock.now += 1_000;
      stalls.check();
    }
  };
  const headIsRead = async (): Promise<void> => {
    const before = at.asked;
    await eventually('the head is read', () => at.asked > before + 1);
  };
  const close = (): void => {
    runners.close();
    stalls.close();
  };
  const follower = (isEssential = true) =>
    runners.follower('projection forms@1', 'forms@1', reporter, () => isEssential);
  const described = () => stalls.stalls().map(describeStall);
  return { at, runners, stalls, follower, described, pass, headIsRead, close };
}

test('a follower behind the log that does not move is stalled, and one at the head is idle', async () => {
  const { at, follower, described, pass, headIsRead, close } = world();
  const forms = follower();
  forms.onState({ state: 'live' });
  at.position = 5n;
  await headIsRead();
  pass(120);
  assert.equal(described(), []);
  at.head = 9n;
  await headIsRead();
  pass(62);
  assert.equal(described(), ['projection forms@1: behind the log, no progress for 61 s']);
  at.position = 7n;
  pass(1);
  assert.equal(described(), [], 'it moves, although it is still behind');
  close();
});

test('a build without progress is stalled, and one on standby, stopped or ended is not', () => {
  const { follower, described, pass, close } = world();
  const forms = follower();
  forms.onState({ state: 'standby' });
  pass(120);
  forms.onState({ state: 'catching up' });
  for (let step = 0; step < 3; step++) {
    pass(50);
    forms.onProgress(10);
  }
  assert.equal(described(), []);
  pass(62);
  assert.equal(described(), ['projection forms@1: catching up, no progress for 61 s']);
  forms.onState({ state: 'stopped', error: new Error('away') });
  pass(120);
  assert.equal(described(), []);
  forms.onState({ state: 'catching up' });
  forms.onEnded();
  pass(120);
  assert.equal(described(), []);
  close();
});

test('a worker that reports no further turn is stalled, at the step that it last reported', () => {
  const { runners, described, pass, close } = world();
  const eraser = runners.worker('eraser', reporter);
  pass(120);
  for (let turn = 0; turn < 100; turn++) {
    eraser.onState({ state: 'live' });
    pass(1);
  }
  assert.equal(described(), []);
  eraser.onActivity({ code: 'builds', message: 'It waits for a build.', names: [], upTo: null });
  pass(62);
  assert.equal(described(), ['eraser: It waits for a build., no progress for 61 s']);
  close();
});

test('a stalled part is named in the health, and an essential one makes the service not ready', async () => {
  const { runners, stalls, follower, pass, close } = world();
  const supervisor = createSupervisor(pino({ level: 'silent' }));
  const nothing = async () => [];
  const health = createHealth({}, supervisor, new Map(), nothing, undefined, undefined, stalls.stalls);
  runners.worker('eraser', reporter).onState({ state: 'live' });
  pass(62);
  const { ready, stalled } = await health();
  assert.equal([ready, stalled], [true, ['eraser: no progress for 61 s']]);
  follower().onState({ state: 'catching up' });
  pass(62);
  assert.is((await health()).ready, false);
  close();
});

test('a stall and its end are logged, and a metric counts the stalled parts', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const registry = new Registry();
  const stalls = reportStalls(logger, registry, { limitMs: 20, everyMs: 5 });
  const end = stalls.watch('health', () => [['at 7', 7]]);
  await eventually('the first line', () => lines.length === 1);
  assert.match(lines[0] ?? '', /"level":50.*"part":"health","work":"at 7".*makes no progress/);
  assert.match(await registry.metrics(), 'formlog_stalled_parts 1');
  end();
  assert.match(lines[1] ?? '', /"level":40.*"part":"health".*makes progress again/);
  assert.match(await registry.metrics(), 'formlog_stalled_parts 0');
  stalls.close();
});

test.run();
