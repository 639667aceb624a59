import { suite } from 'uvu';
import { personErasure, type PersonErasureCommand } from '../../../domain/person-erasure/decider.ts';
import type { PersonErasureEvent } from '../../../domain/person-erasure/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('erasure of a person');
const at = '2026-03-01T12:00:00.000Z';

const start: PersonErasureCommand = { type: 'Start', personId: 'p', requestedAt: at, at };
const steps: readonly (readonly [PersonErasureCommand, PersonErasureEvent])[] = [
  [start, { type: 'PersonErasureStarted', data: { personId: 'p', requestedAt: at, at } }],
  [
    { type: 'Tombstone', at },
    { type: 'PersonTombstoned', data: { at } },
  ],
  [
    { type: 'Scrub', at },
    { type: 'PersonScrubbed', data: { at } },
  ],
  [
    { type: 'Complete', at },
    { type: 'PersonErased', data: { at } },
  ],
];

test('each step is recorded once, and in order', () => {
  for (let done = 0; done <= steps.length; done++) {
    const history = steps.slice(0, done).map(([, event]) => event);
    for (const [index, [command, event]] of steps.entries())
      given(personErasure, history)
        .when(command)
        .then(index === done ? [event] : []);
  }
});

test.run();
