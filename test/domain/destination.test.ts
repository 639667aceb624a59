import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../domain/decider.ts';
import { destination, type DestinationCommand } from '../../domain/destination/decider.ts';
import type { DestinationEvent, SealedSecret } from '../../domain/destination/events.ts';
import { given } from '../support/spec.ts';

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
  { type: 'RemoveDestination', at },
];
for (const command of others)
  test(`${command.type} needs a destination that is there`, () => {
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

test('the reason why it is disabled is kept until it is enabled again', () => {
  assert.equal(stateAfter(configured, disabled).disabledBecause, gone);
  assert.is(stateAfter(configured, disabled, enabled).disabledBecause, null);
});

test('a rotation keeps the secret before it while the overlap lasts', () => {
  given(destination, [configured])
    .when({ type: 'RotateDestinationSecret', secret: sealed('dHdv'), previousUntil: later, at })
    .then([rotated('dHdv', later)]);
  const once = stateAfter(configured, rotated('dHdv', later));
  assert.equal(
    [once.secret, once.previousSecret],
    [sealed('dHdv'), { secret: sealed('b25l'), until: later }],
  );
});

test('a rotation at once forgets every secret before it, also one that still overlapped', () => {
  const state = stateAfter(configured, rotated('dHdv', later), rotated('dGhyZWU=', null));
  assert.equal([state.secret, state.previousSecret], [sealed('dGhyZWU='), null]);
});

test('a removed destination is off', () => {
  given(destination, [configured]).when({ type: 'RemoveDestination', at }).then([removed]);
  const { enabled: isEnabled, removed: isRemoved } = stateAfter(configured, removed);
  assert.equal([isEnabled, isRemoved], [false, true]);
});

test.run();
