import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { payment, type PaymentCommand } from '../../../domain/payment/decider.ts';
import type { PaymentEvent } from '../../../domain/payment/events.ts';
import { given, play } from '../../support/spec.ts';

const test = suite('payment');
const at = '2026-03-01T12:00:00.000Z';
const assign = (submissionId: string, instead: string | null = null): PaymentCommand => ({
  type: 'AssignPayment',
  submissionId,
  instead,
  at,
});
const assigned = (submissionId: string): PaymentEvent => ({
  type: 'PaymentAssigned',
  data: { submissionId, at },
});

test('is assigned to the first submission', () => {
  given(payment, [])
    .when(assign('s1'))
    .then([assigned('s1')]);
  given(payment, [assigned('s1')])
    .when(assign('s1'))
    .then([]);
});

test('is not assigned to a second submission', () => {
  const elsewhere = { code: 'assigned_elsewhere', submissionId: 's1' } as const;
  given(payment, [assigned('s1')])
    .when(assign('s2'))
    .then(elsewhere);
  given(payment, [assigned('s1')])
    .when(assign('s2', 's0'))
    .then(elsewhere);
});

test('is assigned to another submission instead of one that it can no longer pay', () => {
  given(payment, [assigned('s1')])
    .when(assign('s2', 's1'))
    .then([assigned('s2')]);
  given(payment, [assigned('s1'), assigned('s2')])
    .when(assign('s1'))
    .then({ code: 'assigned_elsewhere', submissionId: 's2' });
});

test('has one submission at a time, and leaves it only for a command that names it', () => {
  const id = fc.constantFrom('s1', 's2', 's3');
  const commands = fc.array(fc.record({ submissionId: id, instead: fc.option(id) }));
  fc.assert(
    fc.property(commands, (drawn) => {
      const { events } = play(
        payment,
        drawn.map(({ submissionId, instead }) => assign(submissionId, instead)),
      );
      const named = new Set<string | null>(drawn.map(({ instead }) => instead));
      for (const { data } of events.slice(0, -1)) assert.ok(named.has(data.submissionId));
    }),
  );
});

test.run();
