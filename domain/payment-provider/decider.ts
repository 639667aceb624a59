import type { Decider } from '../decider.ts';
import type { SealedSecret } from '../destination/events.ts';
import { err, ok } from '../result.ts';
import type { PaymentProvider, PaymentProviderEvent, UnmatchedEvent } from './events.ts';

export type PaymentProviderCommand =
  | {
      type: 'ConfigurePaymentProvider';
      accountId: string;
      provider: PaymentProvider;
      secret: SealedSecret;
      at: string;
    }
  | { type: 'ResealPaymentProviderSecret'; secret: SealedSecret; at: string }
  | { type: 'RemovePaymentProvider'; at: string }
  | ({ type: 'RecordUnmatchedEvent' } & UnmatchedEvent);

export interface PaymentProviderState {
  /** Null before the provider is configured, and after it is removed. */
  readonly configured: { readonly secret: SealedSecret; readonly at: string } | null;
  /** The last unmatched events, oldest first. */
  readonly unmatched: readonly UnmatchedEvent[];
}

/** No more unmatched events are recorded in a UTC day, so that a misdirected provider cannot fill the log. */
export const maxUnmatchedInDay = 50;

const notConfigured = err({ code: 'not_found' } as const);

function decide(command: PaymentProviderCommand, { configured, unmatched }: PaymentProviderState) {
  switch (command.type) {
    case 'ConfigurePaymentProvider': {
      const { type: _, ...data } = command;
      return ok<PaymentProviderEvent[]>([{ type: 'PaymentProviderConfigured', data }]);
    }
    case 'ResealPaymentProviderSecret': {
      const { type: _, ...data } = command;
      if (!configured) return notConfigured;
      return ok<PaymentProviderEvent[]>([{ type: 'PaymentProviderSecretResealed', data }]);
    }
    case 'RemovePaymentProvider': {
      const data = { at: command.at };
      return ok<PaymentProviderEvent[]>(configured ? [{ type: 'PaymentProviderRemoved', data }] : []);
    }
    case 'RecordUnmatchedEvent': {
      const { type: _, ...data } = command;
      if (!configured) return notConfigured;
      const isKnown = unmatched.some(({ eventId }) => eventId === data.eventId);
      const today = unmatched.filter(({ at }) => dayOf(at) === dayOf(data.at));
      if (isKnown || today.length >= maxUnmatchedInDay) return ok([]);
      return ok<PaymentProviderEvent[]>([{ type: 'PaymentEventUnmatched', data }]);
    }
    default:
      return command satisfies never;
  }
}

const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

function evolve(state: PaymentProviderState, { type, data }: PaymentProviderEvent): PaymentProviderState {
  switch (type) {
    case 'PaymentProviderConfigured':
    case 'PaymentProviderSecretResealed': {
      const at = type === 'PaymentProviderConfigured' ? data.at : (state.configured?.at ?? data.at);
      return { ...state, configured: { secret: data.secret, at } };
    }
    case 'PaymentProviderRemoved':
      return { ...state, configured: null };
    case 'PaymentEventUnmatched':
      return { ...state, unmatched: [...state.unmatched, data].slice(-maxUnmatchedInDay) };
    default:
      return type satisfies never;
  }
}

/** An account's settings for one payment provider, and the provider's events that belong to no submission. */
export const paymentProvider: Decider<
  PaymentProviderState,
  PaymentProviderCommand,
  PaymentProviderEvent,
  { readonly code: 'not_found' }
> = {
  initial: { configured: null, unmatched: [] },
  decide,
  evolve,
};
