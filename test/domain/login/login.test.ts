import { suite } from 'uvu';
import { login } from '../../../domain/login/decider.ts';
import type { LoginEvent } from '../../../domain/login/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('login');
const at = '2026-03-01T12:00:00.000Z';
const claimed = (personId: string): LoginEvent => ({ type: 'LoginClaimed', data: { personId, at } });
const claim = { type: 'ClaimLogin', personId: 'a', from: null, at } as const;

test('one person at a time signs in with an address', () => {
  given(login, [])
    .when(claim)
    .then([claimed('a')]);
  given(login, [claimed('a')])
    .when(claim)
    .then([]);
  given(login, [claimed('b')])
    .when(claim)
    .then({ code: 'login_taken' });
});

test('an address that its holder does not have goes to another person', () => {
  given(login, [claimed('b')])
    .when({ ...claim, from: 'b' })
    .then([claimed('a')]);
  given(login, [claimed('c')])
    .when({ ...claim, from: 'b' })
    .then({ code: 'login_taken' });
});

test('only its holder releases an address', () => {
  given(login, [claimed('a')])
    .when({ type: 'ReleaseLogin', personId: 'a', at })
    .then([{ type: 'LoginReleased', data: { personId: 'a', at } }]);
  given(login, [claimed('b')])
    .when({ type: 'ReleaseLogin', personId: 'a', at })
    .then([]);
});

test.run();
