import type { EventOf } from '../event.ts';
import { err, ok } from '../result.ts';
import type { Passkey, passkeyEvents } from './passkey-events.ts';

export type PasskeyCommand =
  | ({ type: 'AddPasskey'; at: string } & Passkey)
  /** `counter`: as the device has signed it. */
  | { type: 'UsePasskey'; credentialId: string; counter: number; at: string }
  | { type: 'RemovePasskey'; credentialId: string; at: string };

export type PasskeyEvent = EventOf<typeof passkeyEvents>;

/** By credential id. */
export type Passkeys = ReadonlyMap<string, Passkey & { readonly addedAt: string }>;

/** The most passkeys of a person: more than a person has devices. */
const maxPasskeys = 20;

/**
 * Decides about the passkeys of a person.
 * @param hasOtherWays whether the person can also sign in without a passkey
 */
export function decidePasskey(command: PasskeyCommand, passkeys: Passkeys, hasOtherWays: boolean) {
  const known = passkeys.get(command.credentialId);
  switch (command.type) {
    case 'AddPasskey': {
      const { type: _, ...added } = command;
      if (known) return err({ code: 'already_exists' } as const);
      if (passkeys.size >= maxPasskeys)
        return err({ code: 'stale', message: `A person has at most ${maxPasskeys} passkeys.` } as const);
      return one({ type: 'PasskeyAdded', data: added });
    }
    case 'UsePasskey': {
      if (!known) return err({ code: 'not_found' } as const);
      const { type: _, ...used } = command;
      const counts = used.counter > 0 || known.counter > 0;
      if (!counts) return ok<PasskeyEvent[]>([]);
      // A device that signs with an earlier number is a copy.
      if (used.counter <= known.counter)
        return err({ code: 'stale', message: 'This passkey was used elsewhere.' } as const);
      return one({ type: 'PasskeyUsed', data: used });
    }
    case 'RemovePasskey': {
      const { type: _, ...removed } = command;
      if (!known) return ok<PasskeyEvent[]>([]);
      if (!hasOtherWays && passkeys.size === 1) return err({ code: 'only_sign_in' } as const);
      return one({ type: 'PasskeyRemoved', data: removed });
    }
    default:
      return command satisfies never;
  }
}

const one = (event: PasskeyEvent) => ok<PasskeyEvent[]>([event]);

/** Applies an event to the passkeys of a person. */
export function evolvePasskeys(passkeys: Passkeys, event: PasskeyEvent): Passkeys {
  switch (event.type) {
    case 'PasskeyAdded': {
      const { at: addedAt, ...passkey } = event.data;
      return new Map([...passkeys, [passkey.credentialId, { ...passkey, addedAt }]]);
    }
    case 'PasskeyUsed': {
      const { credentialId, counter } = event.data;
      const passkey = passkeys.get(credentialId);
      return passkey ? new Map([...passkeys, [credentialId, { ...passkey, counter }]]) : passkeys;
    }
    case 'PasskeyRemoved':
      return new Map([...passkeys].filter(([id]) => id !== event.data.credentialId));
    default:
      return event satisfies never;
  }
}
