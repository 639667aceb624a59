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

test('an identity is linked once, and unlinked unless it is the only way to sign in', () => {
  const identity = { issuer: 'https://id.example', subject: '7', at };
  const linked: PersonEvent = { type: 'IdentityLinked', data: identity };
  const unlinked: PersonEvent = { type: 'IdentityUnlinked', data: identity };
  const password: PersonEvent = { type: 'PasswordSet', data: { hash: 'h', at } };
  const other: PersonEvent = { type: 'IdentityLinked', data: { ...identity, subject: '8' } };
  const [link, unlink] = [
    { type: 'LinkIdentity', ...identity } as const,
    { type: 'UnlinkIdentity', ...identity } as const,
  ];
  given(person, [registered]).when(link).then([linked]);
  given(person, [registered, linked]).when(link).then([]);
  given(person, [registered, linked]).when(unlink).then({ code: 'only_sign_in' });
  given(person, [registered, password, linked]).when(unlink).then([unlinked]);
  given(person, [registered, linked, other]).when(unlink).then([unlinked]);
  given(person, [registered, linked, other, unlinked]).when(unlink).then([]);
  assert.equal(stateAfter(linked, other, unlinked).identities, [
    { issuer: 'https://id.example', subject: '8', linkedAt: at },
  ]);
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

const secret = { keyId: 'k', nonce: 'n', ciphertext: 'c', tag: 't', version: 2 } as const;
const enabled: PersonEvent = {
  type: 'SecondFactorEnabled',
  data: { secret, recoveryHashes: ['x', 'y'], step: 100, at },
};

test('a second factor is turned on once, and off', () => {
  const enable = { type: 'EnableSecondFactor', secret, recoveryHashes: ['x', 'y'], step: 100, at } as const;
  const disabled: PersonEvent = { type: 'SecondFactorDisabled', data: { at } };
  given(person, [registered]).when(enable).then([enabled]);
  given(person, [registered, enabled]).when(enable).then({ code: 'already_exists' });
  given(person, [registered, enabled]).when({ type: 'DisableSecondFactor', at }).then([disabled]);
  given(person, [registered]).when({ type: 'DisableSecondFactor', at }).then([]);
  given(person, [registered, enabled, disabled]).when(enable).then([enabled]);
});

test('a code is used once, and no earlier code after it', () => {
  const use = (step: number) => ({ type: 'UseSecondFactor', step, at }) as const;
  const used: PersonEvent = { type: 'SecondFactorUsed', data: { step: 102, at } };
  const refusal = { code: 'stale', message: 'This code was used before.' } as const;
  given(person, [registered, enabled]).when(use(102)).then([used]);
  given(person, [registered, enabled]).when(use(100)).then(refusal);
  for (const step of [101, 102]) given(person, [registered, enabled, used]).when(use(step)).then(refusal);
  given(person, [registered]).when(use(102)).then({ code: 'not_found' });
});

test('a recovery code is used once, until others replace the codes', () => {
  const use = (hash: string) => ({ type: 'UseRecoveryCode', hash, at }) as const;
  const used: PersonEvent = { type: 'RecoveryCodeUsed', data: { hash: 'x', at } };
  const replaced: PersonEvent = { type: 'RecoveryCodesReplaced', data: { recoveryHashes: ['z'], at } };
  const refusal = { code: 'stale', message: 'This code was used before.' } as const;
  given(person, [registered, enabled]).when(use('x')).then([used]);
  given(person, [registered, enabled, used]).when(use('x')).then(refusal);
  given(person, [registered, enabled, replaced]).when(use('y')).then(refusal);
  assert.equal(stateAfter(enabled, used).secondFactor?.recoveryHashes, ['y']);
});

test('a secret that is sealed again stays on, with its codes', () => {
  const other = { ...secret, keyId: 'other' };
  const resealed: PersonEvent = { type: 'SecondFactorResealed', data: { secret: other, at } };
  given(person, [registered, enabled])
    .when({ type: 'ResealSecondFactor', secret: other, at })
    .then([resealed]);
  const { secondFactor } = stateAfter(enabled, resealed);
  assert.equal(secondFactor, { secret: other, recoveryHashes: ['x', 'y'], lastStep: 100, enabledAt: at });
});

test('a session does not begin with a password that was changed meanwhile', () => {
  const set: PersonEvent = { type: 'PasswordSet', data: { hash: 'h', at } };
  const others: PersonEvent = { type: 'OtherSessionsEnded', data: { keptSessionId: null, at } };
  const session = { sessionId: 'a', method: 'password', device, until, at } as const;
  const begin = { type: 'BeginSession', ...session, provesSecondFactor: false } as const;
  given(person, [registered, set])
    .when({ ...begin, passwordVersion: 1 })
    .then([begun('a')]);
  given(person, [registered, set, set, others])
    .when({ ...begin, passwordVersion: 1 })
    .then({ code: 'stale', message: 'The password was changed meanwhile.' });
});

test('a person with a second factor begins a session with it alone', () => {
  const session = { sessionId: 'a', method: 'password', device, until, passwordVersion: 0, at } as const;
  const begin = { type: 'BeginSession', ...session } as const;
  given(person, [registered])
    .when({ ...begin, provesSecondFactor: false })
    .then([begun('a')]);
  given(person, [registered, enabled])
    .when({ ...begin, provesSecondFactor: false })
    .then({ code: 'stale', message: 'The second factor was turned on meanwhile.' });
  given(person, [registered, enabled])
    .when({ ...begin, provesSecondFactor: true })
    .then([begun('a')]);
  given(person, [registered, enabled, { type: 'SecondFactorDisabled', data: { at } }])
    .when({ ...begin, provesSecondFactor: false })
    .then([begun('a')]);
});

test('a session goes on under another id, and lasts no longer and proves no more than it did', () => {
  const went = '2026-03-01T13:00:00.000Z';
  const go = { type: 'ContinueSession', sessionId: 'b', from: 'a', at: went } as const;
  const session = { sessionId: 'b', method: 'password', device, until, provedAt: at, at: went } as const;
  const goneOn: PersonEvent[] = [
    { type: 'SessionBegun', data: session },
    { type: 'SessionEnded', data: { sessionId: 'a', at: went } },
  ];
  given(person, [registered, begun('a')])
    .when(go)
    .then(goneOn);
  const again = {
    type: 'ContinueSession',
    sessionId: 'c',
    from: 'b',
    at: '2026-03-01T14:00:00.000Z',
  } as const;
  given(person, [registered, begun('a'), ...goneOn])
    .when(again)
    .then([
      { type: 'SessionBegun', data: { ...session, sessionId: 'c', at: again.at } },
      { type: 'SessionEnded', data: { sessionId: 'b', at: again.at } },
    ]);
  const open = [...stateAfter(begun('a'), ...goneOn).sessions];
  assert.equal(
    open.map(([id, { provedAt }]) => [id, provedAt]),
    [['b', at]],
  );
});

test('a session that has ended or expired does not go on', () => {
  const go = { type: 'ContinueSession', sessionId: 'b', from: 'a', at } as const;
  const ended: PersonEvent = { type: 'SessionEnded', data: { sessionId: 'a', at } };
  const over = { code: 'stale', message: 'The session has ended. Sign in again.' } as const;
  given(person, [registered, begun('a'), ended])
    .when(go)
    .then(over);
  given(person, [registered, begun('a')])
    .when({ ...go, at: until })
    .then(over);
  given(person, [registered]).when(go).then(over);
});

test('a session does not enter an account that the person has left, or joined, since it began', () => {
  const joined: PersonEvent = { type: 'AccountJoined', data: { accountId: 'acme', at } };
  const left: PersonEvent = { type: 'AccountLeft', data: { accountId: 'acme', at } };
  const notFor = (...events: PersonEvent[]) =>
    [...stateAfter(...events).sessions].map(([id, session]) => [id, [...session.notFor]]);
  assert.equal(notFor(joined, begun('a')), [['a', []]]);
  assert.equal(notFor(joined, begun('a'), left), [['a', ['acme']]]);
  assert.equal(notFor(joined, begun('a'), left, joined, begun('b')), [
    ['a', ['acme']],
    ['b', []],
  ]);
});

test('a person who asked for the erasure is gone at once, and a repeated request changes nothing', () => {
  const requested: PersonEvent = { type: 'PersonErasureRequested', data: { at } };
  given(person, [registered, begun('a')])
    .when({ type: 'RequestErasure', at })
    .then([requested]);
  const erasing = [registered, begun('a'), requested];
  given(person, erasing).when({ type: 'RequestErasure', at }).then([]);
  given(person, []).when({ type: 'RequestErasure', at }).then({ code: 'not_found' });
  const proved = { passwordVersion: 0, provesSecondFactor: false } as const;
  const session = { sessionId: 'b', method: 'password', device, until, ...proved, at } as const;
  for (const command of [
    { type: 'JoinAccount', accountId: 'acme', at },
    { type: 'RenamePerson', name: 'Grace', at },
    { type: 'BeginSession', ...session },
  ] as const)
    given(person, erasing).when(command).then({ code: 'not_found' });
  given(person, erasing)
    .when({ type: 'RegisterPerson', ...data })
    .then({ code: 'already_exists' });
  assert.equal(fold(person, person.initial, erasing), { exists: false, erasingSince: at });
});

const passkey = { credentialId: 'c', publicKey: 'k', counter: 0, transports: ['usb'], name: 'Key' };
const added: PersonEvent = { type: 'PasskeyAdded', data: { ...passkey, at } };
const used = (counter: number): PersonEvent => ({
  type: 'PasskeyUsed',
  data: { credentialId: 'c', counter, at },
});

test('a passkey is added once and removed once', () => {
  const add = { type: 'AddPasskey', ...passkey, at } as const;
  const remove = { type: 'RemovePasskey', credentialId: 'c', at } as const;
  const removed: PersonEvent = { type: 'PasskeyRemoved', data: { credentialId: 'c', at } };
  const passwordSet: PersonEvent = { type: 'PasswordSet', data: { hash: 'h', at } };
  given(person, [registered]).when(add).then([added]);
  given(person, [registered, added]).when(add).then({ code: 'already_exists' });
  given(person, [registered, passwordSet, added]).when(remove).then([removed]);
  given(person, [registered, passwordSet, added, removed]).when(remove).then([]);
});

test('the last way to sign in is not removed, be it a passkey or a linked account', () => {
  const remove = { type: 'RemovePasskey', credentialId: 'c', at } as const;
  const removed: PersonEvent = { type: 'PasskeyRemoved', data: { credentialId: 'c', at } };
  const other: PersonEvent = { type: 'PasskeyAdded', data: { ...passkey, credentialId: 'd', at } };
  const linked: PersonEvent = {
    type: 'IdentityLinked',
    data: { issuer: 'https://id.example', subject: '7', at },
  };
  given(person, [registered, added]).when(remove).then({ code: 'only_sign_in' });
  given(person, [registered, other]).when(remove).then([]);
  given(person, [registered, added, other]).when(remove).then([removed]);
  given(person, [registered, added, linked]).when(remove).then([removed]);
});

test('the counter of a passkey only grows, where the device counts', () => {
  const use = (counter: number) => ({ type: 'UsePasskey', credentialId: 'c', counter, at }) as const;
  const refusal = { code: 'stale', message: 'This passkey was used elsewhere.' } as const;
  given(person, [registered]).when(use(0)).then({ code: 'not_found' });
  given(person, [registered, added]).when(use(0)).then([]);
  given(person, [registered, added])
    .when(use(3))
    .then([used(3)]);
  for (const counter of [0, 2, 3])
    given(person, [registered, added, used(3)])
      .when(use(counter))
      .then(refusal);
});

test('a person has at most 20 passkeys', () => {
  const many = Array.from({ length: 20 }, (_, index): PersonEvent => ({
    type: 'PasskeyAdded',
    data: { ...passkey, credentialId: String(index), at },
  }));
  given(person, [registered, ...many])
    .when({ type: 'AddPasskey', ...passkey, at })
    .then({ code: 'stale', message: 'A person has at most 20 passkeys.' });
});

test.run();
