import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { closing, type ClosingCommand } from '../../../domain/closing/decider.ts';
import type { ClosingEvent } from '../../../domain/closing/events.ts';
import { isErasedWithAccount } from '../../../domain/closing/streams-of-account.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { given } from '../../support/spec.ts';

const test = suite('closing of an account');
const at = '2026-03-01T12:00:00.000Z';
const records = { forms: 2, submissions: 7 };

const start: ClosingCommand = { type: 'StartErasure', accountId: 'acme', closedAt: at, records, at };
const progress = (from: string | null, through: string, streams = 3): ClosingCommand => ({
  type: 'ReportProgress',
  streams,
  from,
  through,
  at,
});
const started: ClosingEvent = {
  type: 'AccountErasureStarted',
  data: { accountId: 'acme', closedAt: at, records, at },
};
const progressed = (streams: number, through: string): ClosingEvent => ({
  type: 'AccountErasureProgressed',
  data: { streams, through, at },
});
const tombstoned: ClosingEvent = { type: 'AccountTombstoned', data: { at } };
const scrubbed: ClosingEvent = { type: 'AccountScrubbed', data: { at } };
const erased: ClosingEvent = { type: 'AccountErased', data: { records, streams: 5, at } };

test('the start names who closed the account', () => {
  const closedBy = { kind: 'member', id: 'p1' } as const;
  const data = { accountId: 'acme', closedAt: at, closedBy, records, at };
  given(closing, [])
    .when({ ...start, closedBy })
    .then([{ type: 'AccountErasureStarted', data }]);
});

test('each step is recorded once, and in order', () => {
  given(closing, []).when(start).then([started]);
  given(closing, [started]).when(start).then([]);
  given(closing, [started]).when({ type: 'Scrub', at }).then([]);
  given(closing, [started]).when({ type: 'Tombstone', at }).then([tombstoned]);
  given(closing, [started, tombstoned]).when({ type: 'Tombstone', at }).then([]);
  given(closing, [started, tombstoned]).when({ type: 'Scrub', at }).then([scrubbed]);
  given(closing, [started, tombstoned]).when({ type: 'Complete', at }).then([]);
  given(closing, [started, progressed(5, '9'), tombstoned, scrubbed])
    .when({ type: 'Complete', at })
    .then([erased]);
  for (const command of [start, progress('9', '10'), { type: 'Complete', at }] as const)
    given(closing, [started, progressed(5, '9'), tombstoned, scrubbed, erased])
      .when(command)
      .then([]);
});

test('the deleted streams add up, and a process that was overtaken adds nothing', () => {
  given(closing, [started])
    .when(progress(null, '40'))
    .then([progressed(3, '40')]);
  given(closing, [started, progressed(3, '40')])
    .when(progress('40', '80', 2))
    .then([progressed(5, '80')]);
  given(closing, [started, progressed(3, '40')])
    .when(progress(null, '60'))
    .then([]);
  given(closing, []).when(progress(null, '40')).then([]);
});

test('the streams of an account are deleted but for people and the facts that outlive it', () => {
  const named = Object.entries(streamOf).map(([kind, name]) => [kind, name('a', 'b')] as const);
  const kept = named.filter(([, stream]) => !isErasedWithAccount(stream)).map(([kind]) => kind);
  assert.equal(kept, ['person', 'login', 'personErasure', 'audit', 'closing', 'projection']);
  assert.not.ok(isErasedWithAccount('other-1'));
});

test.run();
