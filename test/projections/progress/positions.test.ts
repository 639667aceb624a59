import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Batch, caughtUp, type EventLog, type RecordedEvent } from '../../../log/event-log.ts';
import { positionAt } from '../../../projections/progress/positions.ts';
import { keyIssued } from '../samples.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/progress/positions');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

const { signal } = new AbortController();
const began = Date.parse('2026-03-01T00:00:00Z');
const timeOf = (second: number): string => new Date(began + second * 1_000).toISOString();

/** A log whose event `n`, from 1 on, was recorded at the second `seconds[n - 1]`. */
function logOf(seconds: readonly number[]) {
  let read = 0;
  const events = seconds.map((second, index): RecordedEvent => {
    const { stream, event } = keyIssued(`k${index}`);
    const metadata = {
      accountId: 'acme',
      actor: { kind: 'operator', id: 'test' },
      correlationId: 'c',
      causationId: 'c',
    } as const;
    const position = BigInt(index + 1);
    return {
      id: `e${index}`,
      event,
      metadata,
      stream,
      revision: 0,
      position,
      recordedAt: new Date(timeOf(second)),
    };
  });
  const backlog: EventLog['backlog'] = ({ after }) => {
    let next = Number(after ?? 0n);
    let isOver = false;
    return {
      async take(most): Promise<Batch | null> {
        if (isOver) return null;
        const batch = events.slice(next, next + most);
        next += batch.length;
        read += batch.length;
        if (batch.length > 0) return batch.map((event) => ({ position: event.position, event }));
        isOver = true;
        return [caughtUp];
      },
      close: () => void (isOver = true),
    };
  };
  return { backlog, read: () => read };
}

/** The position before the first event that is later. */
function expected(seconds: readonly number[], until: number): bigint | null {
  const first = seconds.findIndex((second) => second > until);
  const count = first === -1 ? seconds.length : first;
  return count === 0 ? null : BigInt(count);
}

let models = 0;
const freshModel = () => ({ streamPrefixes: [`model-${++models}-`] });

test('a second look-up reads only the events between two marks', async () => {
  const seconds = Array.from({ length: 25_000 }, (_, n) => n);
  const log = logOf(seconds);
  const [model, from] = [freshModel(), { log, store: server.store }];
  assert.is(await positionAt(from, model, { time: timeOf(24_000) }, signal), 24_001n);
  for (const second of [24_000, 12_345, 999, 23_999]) {
    const before = log.read();
    assert.is(await positionAt(from, model, { time: timeOf(second) }, signal), BigInt(second + 1));
    assert.ok(log.read() - before <= 1_200, `${log.read() - before} events for second ${second}`);
  }
});

test('marks do not change results, even if the clock of the log went back', async () => {
  const step = fc.integer({ min: -300, max: 400 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: -10, max: 10_000 }), { minLength: 1, maxLength: 6 }),
      async (steps, asked) => {
        // Each step is held for a hundred events, so that marks lie within the history.
        let now = 0;
        const seconds = steps.flatMap((by) => Array<number>(100).fill((now = Math.max(0, now + by))));
        const from = { log: logOf(seconds), store: server.store };
        const model = freshModel();
        for (const until of asked)
          assert.is(await positionAt(from, model, { time: timeOf(until) }, signal), expected(seconds, until));
      },
    ),
    { numRuns: 30 },
  );
});

test('a position is returned unchanged', async () => {
  const from = { log: logOf([]), store: server.store };
  assert.is(await positionAt(from, freshModel(), { position: 7n }, signal), 7n);
  assert.is(await positionAt(from, freshModel(), { time: timeOf(1) }, signal), null);
});

test.run();
