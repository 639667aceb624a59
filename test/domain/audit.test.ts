import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { audit, factOf, type AuditState } from '../../domain/audit/decider.ts';
import type { AuditEvent } from '../../domain/audit/events.ts';
import { given } from '../support/spec.ts';

const test = suite('audit');
const at = '2026-03-01T12:00:00.000Z';

const erased = (submissionId: string, when = at): AuditEvent => ({
  type: 'SubmissionErased',
  data: { submissionId, formId: 'f', at: when },
});
const completed = (submissionId: string): AuditEvent => ({
  type: 'ErasureCompleted',
  data: { submissionId, at },
});

test('each fact is recorded once', () => {
  const erase = { type: 'EraseSubmission', submissionId: 's1', formId: 'f', at } as const;
  given(audit, [])
    .when(erase)
    .then([erased('s1')]);
  given(audit, [erased('s1'), completed('s1')])
    .when(erase)
    .then([]);
  given(audit, [erased('s2')])
    .when(erase)
    .then([erased('s1')]);
});

test('a state knows the facts of its own history alone, whatever was tried after it', () => {
  const fact = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), isErased: fc.boolean() });
  // Each step goes on from one of the states that there are.
  const step = fc.record({ from: fc.nat(), fact });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const known: { readonly state: AuditState; readonly history: readonly AuditEvent[] }[] = [
        { state: audit.initial, history: [] },
      ];
      for (const [number, { from, fact: next }] of steps.entries()) {
        const before = known[from % known.length] ?? { state: audit.initial, history: [] };
        const event = next.isErased ? erased(next.id, String(number)) : completed(next.id);
        const state = audit.evolve(before.state, event, before.history.length);
        known.push({ state, history: [...before.history, event] });
      }
      for (const { state, history } of known)
        for (const id of ['a', 'b', 'c', 'd'])
          for (const type of ['SubmissionErased', 'ErasureCompleted'] as const) {
            const first = history.find((one) => one.type === type && one.data.submissionId === id);
            assert.equal(factOf(state, type, id), first ?? null);
          }
    }),
  );
});

test('a look for a fact does not visit the others', () => {
  let visits = 0;
  let state = audit.initial;
  for (let n = 0; n < 10_000; n++) {
    const event = erased(`s${n}`);
    const data = new Proxy(event.data, {
      get: (target, name): unknown => (visits++, Reflect.get(target, name)),
    });
    state = audit.evolve(state, { ...event, data } as AuditEvent, n);
  }
  visits = 0;
  const { ok } = audit.decide({ type: 'EraseSubmission', submissionId: 's0', formId: 'f', at }, state);
  assert.ok(ok);
  assert.ok(visits < 10, `${visits} visits`);
});

test.run();
