import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noStream } from '../../log/event-log.ts';
import { metadata } from '../log/metadata.ts';
import { temporaryLog } from '../support/eventstore/temporary-log.ts';
import { endOfLog, readHistory } from './history.ts';

const test = suite('the history of a round of chaos');

test('does not hold what an earlier round has left in the log', async () => {
  const { url, log, close } = await temporaryLog();
  const streams = ['account-earlier', 'account-later'].map((name) => `${name}-${randomUUID()}`);
  let start: bigint | null = null;
  for (const stream of streams) {
    start = await endOfLog(url);
    const event = { type: 'PlanChanged', data: { plan: 'open', at: '2026-01-02T03:04:05.678Z' } } as const;
    await log.append(stream, noStream, [{ id: randomUUID(), event, metadata }]);
  }
  const { events } = await readHistory(url, start);
  assert.equal(
    events.map(({ stream }) => stream),
    streams.slice(1),
  );
  await close();
});

test.run();
