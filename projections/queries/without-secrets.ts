import { Value } from 'typebox/value';
import { SealedSecret } from '../../domain/destination/events.ts';
import type { EventType } from '../../domain/event-registry.ts';

/**
 * The members of an event's data that are never shown: passwords could be guessed from their hashes, and the bytes of a picture say
 * nothing to a reader.
 */
const hidden = new Map<string, string>([
  ['PasswordSet', 'hash'],
  ['PictureStored', 'content'],
  ['RecoveryCodeUsed', 'hash'],
  ['RecoveryCodesReplaced', 'recoveryHashes'],
  ['SecondFactorEnabled', 'recoveryHashes'],
] satisfies [EventType, string][]);

/** Returns an event's data as it is shown: without hashes of passwords and codes and the bytes of pictures, and with each encrypted secret replaced by a placeholder. */
export const shownData = (type: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutSecrets(Object.fromEntries(Object.entries(data).filter(([name]) => name !== hidden.get(type))));

const withoutSecrets = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, masked(value)]));

function masked(value: unknown): unknown {
  if (Value.Check(SealedSecret, value)) return '(sealed)';
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value;
}
