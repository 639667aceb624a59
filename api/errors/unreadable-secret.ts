import { SecretUnreadable } from '../../commands/secret-box.ts';
import { ApiError } from './errors.ts';

/** Turns the error of a secret that no master key opens into one that says what to do. @throws always */
export function unreadable(error: unknown): never {
  if (!(error instanceof SecretUnreadable)) throw error;
  const message =
    'No master key of this process opens the secret; add the previous key to PREVIOUS_MASTER_KEYS.';
  throw new ApiError('conflict', { message, cause: error });
}
