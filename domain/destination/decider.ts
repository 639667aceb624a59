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
  /** All settings or some of them; an unchanged value has no effect. */
  | { type: 'ChangeDestination'; settings: Partial<DestinationSettings>; at: string }
  | { type: 'EnableDestination'; at: string }
  | { type: 'DisableDestination'; reason: DisableReason; at: string }
  | { type: 'RotateDestinationSecret'; secret: SealedSecret; previousUntil: string | null; at: string }
  /** `previous`: the previous secret while it is valid. */
  | { type: 'ResealDestinationSecret'; secret: SealedSecret; previous: SealedSecret | null; at: string }
  | { type: 'PingDestination'; deliveryId: string; at: string }
  /** Prevents a destination from being added under a grant that was taken before. */
  | { type: 'RevokeDestinationGrants'; at: string }
  | { type: 'RemoveDestination'; at: string };

export type DestinationState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly destinationId: string;
      readonly accountId: string;
      readonly configuredAt: string;
      readonly settings: DestinationSettings;
      readonly enabled: boolean;
      readonly disabledBecause: DisableReason | null;
      readonly disabledSince: string | null;
      readonly secret: SealedSecret;
      readonly previousSecret: { readonly secret: SealedSecret; readonly until: string } | null;
      /** The delivery of the latest test event. */
      readonly lastPing: string | null;
      readonly removed: boolean;
    };

export type ExistingDestination = Extract<DestinationState, { exists: true }>;

function decide(command: DestinationCommand, state: DestinationState) {
  if (command.type === 'ConfigureDestination') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<DestinationEvent[]>([{ type: 'DestinationConfigured', data }]);
  }
  if (command.type === 'RevokeDestinationGrants') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    return ok<DestinationEvent[]>([{ type: 'DestinationLapsed', data: { at: command.at } }]);
  }
  if (!state.exists || state.removed) return err({ code: 'not_found' } as const);
  const { at } = command;
  switch (command.type) {
    case 'ChangeDestination': {
      const settings = differences(state.settings, command.settings);
      const isSame = Object.keys(settings).length === 0;
      return ok<DestinationEvent[]>(isSame ? [] : [{ type: 'DestinationChanged', data: { settings, at } }]);
    }
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
    case 'ResealDestinationSecret': {
      const { secret, previous } = command;
      const data = { secret, previous, at };
      const isDone = sealedWith(state).every((keyId) => keyId === secret.keyId);
      return ok<DestinationEvent[]>(isDone ? [] : [{ type: 'DestinationSecretResealed', data }]);
    }
    case 'PingDestination': {
      const { deliveryId } = command;
      if (state.lastPing === deliveryId) return ok<DestinationEvent[]>([]);
      const { destinationId, settings } = state;
      const data = { deliveryId, destinationId, label: settings.label, at };
      return ok<DestinationEvent[]>([{ type: 'DestinationPinged', data }]);
    }
    case 'RemoveDestination':
      return ok<DestinationEvent[]>([{ type: 'DestinationRemoved', data: { at } }]);
    default:
      return command satisfies never;
  }
}

/** Returns the ids of the master keys that sealed a destination's secrets. */
const sealedWith = ({ secret, previousSecret }: ExistingDestination): string[] =>
  [secret, ...(previousSecret ? [previousSecret.secret] : [])].map(({ keyId }) => keyId);

/** Returns the settings that differ from the present ones. */
function differences(
  before: DestinationSettings,
  wanted: Partial<DestinationSettings>,
): Partial<DestinationSettings> {
  const known = new Map<string, unknown>(Object.entries(before));
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(known.get(name));
  return Object.fromEntries(Object.entries(wanted).filter(isNew));
}

function evolve(state: DestinationState, event: DestinationEvent): DestinationState {
  if (event.type === 'DestinationConfigured') {
    const { at, ...data } = event.data;
    const disabledSince = data.enabled ? null : at;
    return {
      exists: true,
      ...data,
      settings: { includedFields: null, ...data.settings },
      configuredAt: at,
      disabledBecause: null,
      disabledSince,
      previousSecret: null,
      lastPing: null,
      removed: false,
    };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case 'DestinationChanged':
      return { ...state, settings: { ...state.settings, ...event.data.settings } };
    case 'DestinationEnabled':
      return { ...state, enabled: true, disabledBecause: null, disabledSince: null };
    case 'DestinationDisabled': {
      const { reason, at } = event.data;
      return { ...state, enabled: false, disabledBecause: reason, disabledSince: at };
    }
    case 'DestinationSecretRotated': {
      const { secret, previousUntil: until } = event.data;
      return { ...state, secret, previousSecret: until === null ? null : { secret: state.secret, until } };
    }
    case 'DestinationSecretResealed': {
      const { secret, previous } = event.data;
      const until = state.previousSecret?.until;
      const previousSecret = previous && until !== undefined ? { secret: previous, until } : null;
      return { ...state, secret, previousSecret };
    }
    case 'DestinationPinged':
      return { ...state, lastPing: event.data.deliveryId };
    case 'DestinationLapsed':
      return state;
    case 'DestinationRemoved':
      return { ...state, enabled: false, removed: true };
    default:
      return event satisfies never;
  }
}

/** A destination: the target of an account's webhooks, and whether it is enabled. */
export const destination: Decider<DestinationState, DestinationCommand, DestinationEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
};
