import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { DestinationEvent, DestinationSettings, DisableReason, SealedSecret } from './events.ts';

export type DestinationCommand =
  | {
      type: 'ConfigureDestination';
      destinationId: string;
      accountId: string;
      settings: DestinationSettings;
      enabled: boolean;
      secret: SealedSecret;
      at: string;
    }
  | { type: 'EnableDestination'; at: string }
  | { type: 'DisableDestination'; reason: DisableReason; at: string }
  | { type: 'RotateDestinationSecret'; secret: SealedSecret; previousUntil: string | null; at: string }
  | { type: 'RemoveDestination'; at: string };

export type DestinationState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly destinationId: string;
      readonly accountId: string;
      readonly settings: DestinationSettings;
      readonly enabled: boolean;
      readonly disabledBecause: DisableReason | null;
      readonly secret: SealedSecret;
      readonly previousSecret: { readonly secret: SealedSecret; readonly until: string } | null;
      readonly removed: boolean;
    };

export type ExistingDestination = Extract<DestinationState, { exists: true }>;

function decide(command: DestinationCommand, state: DestinationState) {
  if (command.type === 'ConfigureDestination') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<DestinationEvent[]>([{ type: 'DestinationConfigured', data }]);
  }
  if (!state.exists || state.removed) return err({ code: 'not_found' } as const);
  const { at } = command;
  switch (command.type) {
    case 'EnableDestination':
      return ok<DestinationEvent[]>(state.enabled ? [] : [{ type: 'DestinationEnabled', data: { at } }]);
    case 'DisableDestination': {
      const data = { reason: command.reason, at };
      return ok<DestinationEvent[]>(state.enabled ? [{ type: 'DestinationDisabled', data }] : []);
    }
    case 'RotateDestinationSecret': {
      const { secret, previousUntil } = command;
      return ok<DestinationEvent[]>([
        { type: 'DestinationSecretRotated', data: { secret, previousUntil, at } },
      ]);
    }
    case 'RemoveDestination':
      return ok<DestinationEvent[]>([{ type: 'DestinationRemoved', data: { at } }]);
    default:
      return command satisfies never;
  }
}

function evolve(state: DestinationState, event: DestinationEvent): DestinationState {
  if (event.type === 'DestinationConfigured') {
    const { at: _, ...data } = event.data;
    return { exists: true, ...data, disabledBecause: null, previousSecret: null, removed: false };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case 'DestinationEnabled':
      return { ...state, enabled: true, disabledBecause: null };
    case 'DestinationDisabled':
      return { ...state, enabled: false, disabledBecause: event.data.reason };
    case 'DestinationSecretRotated': {
      const { secret, previousUntil: until } = event.data;
      return { ...state, secret, previousSecret: until === null ? null : { secret: state.secret, until } };
    }
    case 'DestinationRemoved':
      return { ...state, enabled: false, removed: true };
    default:
      return event satisfies never;
  }
}

/** A destination: where an account's webhooks go, and whether they do. */
export const destination: Decider<DestinationState, DestinationCommand, DestinationEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
};
