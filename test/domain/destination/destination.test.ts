import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { destination, type DestinationCommand } from '../../../domain/destination/decider.ts';
import type { DestinationEvent, SealedSecret } from '../../../domain/destination/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('destination');
const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const sealed = (ciphertext: string): SealedSecret => ({
  keyId: 'm1',
  nonce: 'bm9uY2U=',
  ciphertext,
  tag: 'dA==',
});
const data: Extract<DestinationEvent, { type: 'DestinationConfigured' }>['data'] = {
  destinationId: 'd1',
  accountId: 'acc',
  settings: {
    label: 'CRM',
    url: 'https://example.org/hook',
    events: ['submission.created'],
    formId: null,
    includedQuestions: [],
    signature: 'timestamped',
    concurrency: 8,
    ratePerSecond: null,
  },
  enabled: true,
  secret: sealed('b25l'),
  at,
};
const configured: DestinationEvent = { type: 'DestinationConfigured', data };
const enabled: DestinationEvent = { type: 'DestinationEnabled', data: { at } };
const gone = { kind: 'gone' } as const;
const disabled: DestinationEvent = { type: 'DestinationDisabled', data: { reason: gone, at } };
const removed: DestinationEvent = { type: 'DestinationRemoved', data: { at } };
const rotated = (ciphertext: string, previousUntil: string | null): DestinationEvent => ({
  type: 'DestinationSecretRotated',
  data: { secret: sealed(ciphertext), previousUntil, at },
});
const stateAfter = (...events: DestinationEvent[]) => {
  const state = fold(destination, destination.initial, events);
  if (!state.exists) throw new Error('the destination does not exist');
  return state;
};

test('is configured once', () => {
  given(destination, [])
    .when({ type: 'ConfigureDestination', ...data })
    .then([configured]);
  given(destination, [configured])
    .when({ type: 'ConfigureDestination', ...data })
    .then({ code: 'already_exists' });
});

const others: DestinationCommand[] = [
  { type: 'EnableDestination', at },
  { type: 'DisableDestination', reason: gone, at },
  { type: 'RotateDestinationSecret', secret: sealed('dHdv'), previousUntil: null, at },
  { type: 'ResealDestinationSecret', secret: sealed('dHdv'), previous: null, at },
  { type: 'ChangeDestination', settings: { label: 'New' }, at },
  { type: 'PingDestination', deliveryId: 'p1', at },
  { type: 'RemoveDestination', at },
];
for (const command of others)
  test(`${command.type} needs an existing destination`, () => {
    given(destination, []).when(command).then({ code: 'not_found' });
    given(destination, [configured, removed]).when(command).then({ code: 'not_found' });
  });

test('is disabled and enabled, each once', () => {
  given(destination, [configured]).when({ type: 'DisableDestination', reason: gone, at }).then([disabled]);
  given(destination, [configured, disabled])
    .when({ type: 'DisableDestination', reason: { kind: 'operator' }, at })
    .then([]);
  given(destination, [configured, disabled]).when({ type: 'EnableDestination', at }).then([enabled]);
  given(destination, [configured]).when({ type: 'EnableDestination', at }).then([]);
});

test('can be configured disabled, and enabled later', () => {
  const off: DestinationEvent = { type: 'DestinationConfigured', data: { ...data, enabled: false } };
  given(destination, [off]).when({ type: 'EnableDestination', at }).then([enabled]);
  assert.is(stateAfter(off).enabled, false);
});

test('the reason for disabling is kept until it is enabled again', () => {
  assert.equal(stateAfter(configured, disabled).disabledBecause, gone);
  assert.is(stateAfter(configured, disabled, enabled).disabledBecause, null);
});

test('a rotation keeps the previous secret during the overlap', () => {
  given(destination, [configured])
    .when({ type: 'RotateDestinationSecret', secret: sealed('dHdv'), previousUntil: later, at })
    .then([rotated('dHdv', later)]);
  const once = stateAfter(configured, rotated('dHdv', later));
  assert.equal(
    [once.secret, once.previousSecret],
    [sealed('dHdv'), { secret: sealed('b25l'), until: later }],
  );
});

test('an immediate rotation drops every previous secret, even during an overlap', () => {
  const state = stateAfter(configured, rotated('dHdv', later), rotated('dGhyZWU=', null));
  assert.equal([state.secret, state.previousSecret], [sealed('dGhyZWU='), null]);
});

test('a change records the changed settings only', () => {
  const { settings } = data;
  given(destination, [configured])
    .when({
      type: 'ChangeDestination',
      settings: { ...settings, url: 'https://example.org/2', ratePerSecond: 5 },
      at,
    })
    .then([
      {
        type: 'DestinationChanged',
        data: { settings: { url: 'https://example.org/2', ratePerSecond: 5 }, at },
      },
    ]);
  given(destination, [configured]).when({ type: 'ChangeDestination', settings, at }).then([]);
});

test('settings that a change omits are kept, and so is all other state', () => {
  const events = ['form.published' as const];
  const change: DestinationEvent = { type: 'DestinationChanged', data: { settings: { events }, at: later } };
  assert.equal(stateAfter(configured, disabled, change), {
    ...stateAfter(configured, disabled),
    settings: { ...data.settings, includedFields: null, events },
  });
});

const withKey = (keyId: string, ciphertext: string): SealedSecret => ({ ...sealed(ciphertext), keyId });

test('a re-encrypted secret replaces the same secret, even during an overlap', () => {
  const reseal = {
    type: 'ResealDestinationSecret',
    secret: withKey('m2', 'bmV3'),
    previous: withKey('m2', 'b2xk'),
    at,
  } as const;
  const { type: _, ...resealedData } = reseal;
  const resealed: DestinationEvent = { type: 'DestinationSecretResealed', data: resealedData };
  const before = [configured, rotated('dHdv', later)];
  given(destination, before).when(reseal).then([resealed]);
  given(destination, [...before, resealed])
    .when(reseal)
    .then([]);
  const { secret, previousSecret } = stateAfter(...before, resealed);
  assert.equal([secret, previousSecret], [reseal.secret, { secret: reseal.previous, until: later }]);
});

test('re-encryption drops an expired secret', () => {
  const reseal = { secret: withKey('m2', 'bmV3'), previous: null, at };
  const before = [configured, rotated('dHdv', later)];
  given(destination, before)
    .when({ type: 'ResealDestinationSecret', ...reseal })
    .then([{ type: 'DestinationSecretResealed', data: reseal }]);
  const after = stateAfter(...before, { type: 'DestinationSecretResealed', data: reseal });
  assert.equal([after.secret, after.previousSecret], [reseal.secret, null]);
});

test('a ping is recorded once, even for a disabled destination, and changes nothing else', () => {
  const pinged: DestinationEvent = {
    type: 'DestinationPinged',
    data: { deliveryId: 'p1', destinationId: 'd1', label: 'CRM', at },
  };
  const ping = { type: 'PingDestination', deliveryId: 'p1', at } as const;
  for (const before of [[configured], [configured, disabled]]) {
    given(destination, before).when(ping).then([pinged]);
    given(destination, [...before, pinged])
      .when(ping)
      .then([]);
    assert.equal(stateAfter(...before, pinged), { ...stateAfter(...before), lastPing: 'p1' });
  }
});

test('has the time since which it is disabled', () => {
  const since = (...events: DestinationEvent[]) => stateAfter(...events).disabledSince;
  assert.is(since(configured), null);
  assert.is(since({ type: 'DestinationConfigured', data: { ...data, enabled: false } }), at);
  assert.is(since(configured, { type: 'DestinationDisabled', data: { reason: gone, at: later } }), later);
  assert.is(since(configured, disabled, enabled), null);
});

test('a removed destination is disabled', () => {
  given(destination, [configured]).when({ type: 'RemoveDestination', at }).then([removed]);
  const { enabled: isEnabled, removed: isRemoved } = stateAfter(configured, removed);
  assert.equal([isEnabled, isRemoved], [false, true]);
});

test('its grants can be revoked before it exists, and it can be configured afterwards', () => {
  const revoked: DestinationEvent = { type: 'DestinationLapsed', data: { at } };
  const revoke = { type: 'RevokeDestinationGrants', at } as const;
  given(destination, []).when(revoke).then([revoked]);
  given(destination, [revoked])
    .when({ type: 'ConfigureDestination', ...data })
    .then([configured]);
  given(destination, [configured]).when(revoke).then({ code: 'already_exists' });
});

test.run();
