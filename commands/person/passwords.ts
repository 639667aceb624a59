import PQueue from 'p-queue';
import { ok, type Result } from '../../domain/result.ts';
import { characters } from '../../domain/text.ts';
import { invalid, type Refusal } from '../refusal.ts';

/** The fewest and the most characters of a password. */
export const passwordLength = { min: 10, max: 500 } as const;

/** Loaded on demand: most starts hash no password. */
const argon2 = () => import('@node-rs/argon2');

/** Each hash takes 19 MiB and a core for some 30 ms. */
const hashing = new PQueue({ concurrency: 2 });

/** Compared where there is no password, so that the time of an answer does not tell. */
let dummy: Promise<string> | null = null;

/**
 * Hashes a password with Argon2id.
 * @param known texts about the person that a password must differ from
 * @returns the hash with its parameters; `invalid_request` for a password that is too easy to guess
 */
export async function hashPassword(
  password: string,
  known: readonly string[],
): Promise<Result<string, Refusal>> {
  const fault = faultOf(password, known);
  if (fault !== null) return invalid(fault, [{ path: '/password', code: 'invalid_format', message: fault }]);
  return ok(await hashing.add(async () => (await argon2()).hash(password)));
}

function faultOf(password: string, known: readonly string[]): string | null {
  const length = characters(password);
  const { min, max } = passwordLength;
  if (length < min) return `A password has at least ${min} characters.`;
  if (length > max) return `A password has at most ${max} characters.`;
  if (new Set(password).size < 4) return 'A password has at least four different characters.';
  const lower = password.toLowerCase();
  return known.some((text) => text.toLowerCase() === lower)
    ? 'A password differs from your name and address.'
    : null;
}

/** Whether a password has a hash. It takes as long where there is none. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > passwordLength.max * 2) return false;
  dummy ??= argon2().then(({ hash }) => hash('no password has this hash'));
  const compared = passwordHash ?? (await dummy);
  const isRight = await hashing.add(async () => (await argon2()).verify(compared, password));
  return isRight && passwordHash !== null;
}
