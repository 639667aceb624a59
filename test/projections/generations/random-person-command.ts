import type { PersonCommand } from '../../../domain/person/decider.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';

export const farOff = '2030-01-01T00:00:00.000Z';

/** A secret that nothing opens. */
export const sealed = (text: string) => ({ keyId: 'k', nonce: 'n', ciphertext: `sealed ${text}`, tag: 't' });

/**
 * A change of something personal, of which no other stream learns. The decider may refuse it. `id` is new, and makes the texts of the
 * change differ from all others; `number` is greater than that of earlier changes.
 */
export function randomPersonCommand(
  random: () => number,
  state: ExistingPerson,
  { id, number, at }: { readonly id: string; readonly number: number; readonly at: string },
): PersonCommand {
  const one = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const session = one([...state.sessions.keys()]) ?? '';
  const credentialId = one([...state.passkeys.keys()]) ?? '';
  const { passwordVersion } = state;
  const identity = { issuer: 'https://id.test', subject: `subject ${id}` };
  const device = { name: `device ${id}`, network: '192.0.2.1' };
  const passkey = { credentialId: id, publicKey: `key ${id}`, counter: 1, transports: [], name: id };
  const step = (state.secondFactor?.lastStep ?? 0) + 1;
  const proved = { passwordVersion, provesSecondFactor: true } as const;
  const begin = { sessionId: id, method: 'password', device, until: farOff, ...proved } as const;
  const command = one<PersonCommand>([
    { type: 'RenamePerson', name: `Name ${id}`, at },
    { type: 'ChangePersonLanguage', language: 'de', at },
    { type: 'SetPassword', hash: `hash ${id}`, version: passwordVersion, at },
    { type: 'EnableSecondFactor', secret: sealed(id), recoveryHashes: [`code ${id}`], step, at },
    { type: 'UseSecondFactor', step, at },
    { type: 'ResealSecondFactor', secret: sealed(id), at },
    { type: 'UseRecoveryCode', hash: state.secondFactor?.recoveryHashes[0] ?? '', at },
    { type: 'DisableSecondFactor', at },
    { type: 'AddPasskey', ...passkey, at },
    { type: 'UsePasskey', credentialId, counter: number, at },
    { type: 'RemovePasskey', credentialId, at },
    { type: 'LinkIdentity', ...identity, at },
    { type: 'UnlinkIdentity', ...(state.identities[0] ?? identity), at },
    { type: 'BeginSession', ...begin, at },
    { type: 'ContinueSession', sessionId: id, from: session, at },
    { type: 'EndSession', sessionId: session, at },
    { type: 'EndOtherSessions', keptSessionId: session, at },
  ]);
  return command ?? { type: 'DisableSecondFactor', at };
}
