import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { maxUnmatchedInDay, paymentProvider } from '../../../domain/payment-provider/decider.ts';
import type { PaymentProviderEvent, UnmatchedEvent } from '../../../domain/payment-provider/events.ts';
import { given, play } from '../../support/spec.ts';

const test = suite('payment provider');
const at = '2026-03-01T12:00:00.000Z';
const secret = { keyId: 'm', nonce: 'n', ciphertext: 'c', tag: 't', version: 2 } as const;
const settings = { accountId: 'acc', provider: 'stripe', secret, at } as const;
const configured: PaymentProviderEvent = { type: 'PaymentProviderConfigured', data: settings };
const removed: PaymentProviderEvent = { type: 'PaymentProviderRemoved', data: { at } };

const unmatched: UnmatchedEvent = {
  eventId: 'evt_1',
  eventType: 'payment_intent.succeeded',
  reason: 'unknown_submission',
  submissionId: 's1',
  paymentId: 'pi_1',
  at,
};
const recorded: PaymentProviderEvent = { type: 'PaymentEventUnmatched', data: unmatched };

test('is configured, configured again and removed', () => {
  const command = { type: 'ConfigurePaymentProvider', ...settings } as const;
  given(paymentProvider, []).when(command).then([configured]);
  given(paymentProvider, [configured]).when(command).then([configured]);
  given(paymentProvider, [configured]).when({ type: 'RemovePaymentProvider', at }).then([removed]);
  given(paymentProvider, [configured, removed]).when({ type: 'RemovePaymentProvider', at }).then([]);
  given(paymentProvider, []).when({ type: 'RemovePaymentProvider', at }).then([]);
});

test('a re-encrypted secret keeps the time at which it was set', () => {
  const later = '2026-03-02T12:00:00.000Z';
  const command = { type: 'ResealPaymentProviderSecret', secret, at: later } as const;
  const resealed: PaymentProviderEvent = {
    type: 'PaymentProviderSecretResealed',
    data: { secret, at: later },
  };
  given(paymentProvider, [configured]).when(command).then([resealed]);
  given(paymentProvider, []).when(command).then({ code: 'not_found' });
  const { state } = play(paymentProvider, [{ type: 'ConfigurePaymentProvider', ...settings }, command]);
  assert.is(state.configured?.at, at);
});

test('records an unmatched event once, while it is configured', () => {
  const command = { type: 'RecordUnmatchedEvent', ...unmatched } as const;
  given(paymentProvider, [configured]).when(command).then([recorded]);
  given(paymentProvider, [configured, recorded]).when(command).then([]);
  given(paymentProvider, []).when(command).then({ code: 'not_found' });
  given(paymentProvider, [configured, removed]).when(command).then({ code: 'not_found' });
});

test('records a limited number of unmatched events in a day and keeps the last', () => {
  const events = (day: string) =>
    Array.from(
      { length: 3 * maxUnmatchedInDay },
      (_, n) =>
        ({
          type: 'RecordUnmatchedEvent',
          ...unmatched,
          eventId: `evt_${day}_${n}`,
          at: `2026-03-${day}T12:00:00.000Z`,
        }) as const,
    );
  const configure = { type: 'ConfigurePaymentProvider', ...settings } as const;
  const { state, events: appended } = play(paymentProvider, [configure, ...events('01'), ...events('02')]);
  assert.is(appended.length, 1 + 2 * maxUnmatchedInDay);
  assert.equal(
    state.unmatched.map(({ eventId }) => eventId),
    Array.from({ length: maxUnmatchedInDay }, (_, n) => `evt_02_${n}`),
  );
});

test.run();
