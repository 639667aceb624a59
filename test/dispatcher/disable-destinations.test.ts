import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DisableDestination, disableDestinations } from '../../dispatcher/disable-policy.ts';
import { destination } from '../../domain/destination/decider.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { openAggregates } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';
import { startLog } from '../projections/stores.ts';
import { at, configured } from './events.ts';

const { log, close } = await startLog();
const test = suite('disabling destinations');
test.after(close);

const context = {
  accountId: 'a1',
  actor: { kind: 'key', id: 'k1' },
  correlationId: 'c1',
  causationId: 'c1',
} as const;
const deps = () => ({ log, aggregates: openAggregates(log), now: () => new Date(at) });

/** The types of a stream's events. */
async function typesIn(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of log.readStream(stream)) types.push(event.type);
  return types;
}

const append = async (stream: string, expected: number, event: DomainEvent) =>
  log.append(stream, expected, [{ id: crypto.randomUUID(), event, metadata: context }]);

const disabling = (destinationId: string, position: bigint): DisableDestination => ({
  destinationId,
  accountId: 'a1',
  reason: { kind: 'gone' },
  trigger: { eventId: newId(), position },
  correlationId: 'c1',
});

test('a destination is disabled once, with the reason', async () => {
  const id = newId();
  const [stream, event] = configured(id);
  const { position } = await append(stream, -1, event);
  await disableDestinations(deps(), [disabling(id, position + 1n), disabling(id, position + 2n)]);
  await disableDestinations(deps(), [disabling(id, position + 1n)]);
  assert.equal(await typesIn(stream), ['DestinationConfigured', 'DestinationDisabled']);
  const { state } = await deps().aggregates.load(destination, stream);
  assert.equal(state.exists && state.disabledBecause, { kind: 'gone' });
});

test('a destination that was enabled after the failure stays enabled', async () => {
  const id = newId();
  const [stream, event] = configured(id, { enabled: false });
  const { position } = await append(stream, -1, event);
  await append(stream, 0, { type: 'DestinationEnabled', data: { at } });
  await disableDestinations(deps(), [disabling(id, position + 1n)]);
  assert.equal(await typesIn(stream), ['DestinationConfigured', 'DestinationEnabled']);
});

test.run();
