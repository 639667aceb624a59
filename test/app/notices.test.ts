import { Registry } from 'prom-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withNotices } from '../../app/metrics/notices.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import type { NewEvent } from '../../log/event-log.ts';
import { logOf, openMemoryLog } from '../simulation/memory/memory-log.ts';

const test = suite('notices');

const at = '2026-01-01T00:00:00.000Z';
const metadata = {
  accountId: 'acme',
  actor: { kind: 'system', id: 'worker' },
  correlationId: 'c',
  causationId: 'c',
} as const;
const exhausted: DomainEvent = {
  type: 'DeliveryExhausted',
  data: { destinationId: 'd', attempt: 9, reason: 'attempt_limit', at },
};

const memoryLog = () =>
  logOf(
    openMemoryLog(() => new Date(at)),
    async (effect) => effect(),
  );

function world() {
  let now = 0;
  const lines: [level: string, content: unknown, message: string][] = [];
  const registry = new Registry();
  const say =
    (level: string) =>
    (content: unknown, message = '') =>
      void lines.push([level, content, message]);
  const log = withNotices(memoryLog(), { info: say('info'), warn: say('warn') }, registry, () => now);
  let count = 0;
  const append = async (event: DomainEvent) => {
    const added: NewEvent = { id: `e${++count}`, event, metadata };
    await log.append(`delivery-${count}`, -1, [added]);
  };
  return { append, lines, registry, pass: (ms: number) => (now += ms) };
}

test('an exhausted delivery is logged and counted by the process that records it', async () => {
  const { append, lines, registry } = world();
  await append(exhausted);
  assert.equal(lines, [
    [
      'warn',
      { stream: 'delivery-1', account: 'acme', destination: 'd', reason: 'attempt_limit' },
      'a delivery ran out of attempts',
    ],
  ]);
  assert.match(await registry.metrics(), 'formlog_events_total{event="DeliveryExhausted"} 1');
});

test('at most one notice a second is logged, and the metric counts all of them', async () => {
  const { append, lines, registry, pass } = world();
  for (let n = 0; n < 100; n++) await append(exhausted);
  assert.is(lines.length, 1);
  pass(1_000);
  await append(exhausted);
  assert.is(lines.length, 2);
  assert.match(JSON.stringify(lines[1]), '"suppressed":99');
  assert.match(await registry.metrics(), 'formlog_events_total{event="DeliveryExhausted"} 101');
});

test('a routine event is not logged', async () => {
  const { append, lines } = world();
  await append({ type: 'DeliveryCancelled', data: { reason: 'destination_removed', at } });
  assert.equal(lines, []);
});

test.run();
