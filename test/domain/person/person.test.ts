import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { person } from '../../../domain/person/decider.ts';
import type { PersonEvent } from '../../../domain/person/events.ts';
import { type ExistingPerson, isKnownDevice } from '../../../domain/person/state.ts';
import { given } from '../../support/spec.ts';

const test = suite('person');
const at = '2026-03-01T12:00:00.000Z';
const until = '2026-03-02T00:00:00.000Z';
const data = { personId: 'p', name: 'Ada', email: 'ada@example.com', at };
const registered: PersonEvent = { type: 'PersonRegistered', data };
const device = { name: 'Firefox on Linux', network: '192.0.2.7' };

const begun = (sessionId: string, times = { at, until }): PersonEvent => ({
  type: 'SessionBegun',
  data: { sessionId, method: 'password', device, ...times },
});

function stateAfter(...events: PersonEvent[]): ExistingPerson {
  const state = fold(person, person.initial, [registered, ...events]);
  if (!state.exists) throw new Error('the person does not exist');
  return state;
}

test('is registered once', () => {
  given(person, [])
    .when({ type: 'RegisterPerson', ...data })
    .then([registered]);
  given(person, [registered])
    .when({ type: 'RegisterPerson', ...data })
    .then({ code: 'already_exists' });
});

test('a password is set over the one that was known, so that a link sets one once', () => {
  const set = { type: 'SetPassword', hash: 'h', version: 0, at } as const;
  const done: PersonEvent = { type: 'PasswordSet', data: { hash: 'h', at } };
  given(person, [registered]).when(set).then([done]);
  given(person, [registered, done])
    .when(set)
    .then({ code: 'stale', message: 'The password was changed meanwhile.' });
});

test('sessions end one by one, or all but one', () => {
  const events = [begun('a'), begun('b'), begun('c')];
  given(person, [registered, ...events])
    .when({ type: 'EndSession', sessionId: 'a', at })
    .then([{ type: 'SessionEnded', data: { sessionId: 'a', at } }]);
  given(person, [registered, ...events])
    .when({ type: 'EndSession', sessionId: 'z', at })
    .then([]);
  const state = stateAfter(...events, { type: 'OtherSessionsEnded', data: { keptSessionId: 'b', at } });
  assert.equal([...state.sessions.keys()], ['b']);
});

test('sessions that have expired are forgotten when the next begins', () => {
  const state = stateAfter(begun('a'), begun('b', { at: until, until: '2026-03-02T12:00:00.000Z' }));
  assert.equal([...state.sessions.keys()], ['b']);
});

test('a device is known once the person has signed in from it', () => {
  assert.ok(isKnownDevice(stateAfter(), device), 'the first sign-in is from nowhere else');
  assert.ok(isKnownDevice(stateAfter(begun('a')), device));
  assert.not.ok(isKnownDevice(stateAfter(begun('a')), { ...device, network: '198.51.100.1' }));
  assert.not.ok(isKnownDevice(stateAfter(begun('a')), { ...device, name: 'Safari on iPhone' }));
});

test.run();
