import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../domain/person/events.ts';
import { email as emailFormat } from '../../domain/submission/checks/formats.ts';
import { cleanLine } from '../../domain/text.ts';

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Returns an e-mail address as it is stored and compared; null for a text that is none. */
export function emailIn(text: string): string | null {
  const email = cleanLine(text).trim().toLowerCase();
  return email.length <= 254 && emailFormat.test(email) ? email : null;
}

const hashes = new LRUCache<string, Promise<string>>({ max: 1_000 });

/**
 * Returns the slow hash that the stream of a login is named after. The log keeps the names of its streams after the person is
 * erased: a fast hash of an e-mail address would be guessed.
 */
export const loginHash = (email: string): Promise<string> => slowHash(`email ${email}`);

/** The same of an account at an OpenID provider, whose subject may be an e-mail address or a name. */
export const identityHash = ({ issuer, subject }: Identity): Promise<string> =>
  slowHash(`openid ${JSON.stringify([issuer, subject])}`);

function slowHash(login: string): Promise<string> {
  const known =
    hashes.get(login) ?? derive(login, 'formlog login', 24).then((hash) => hash.toString('base64url'));
  hashes.set(login, known);
  return known;
}
