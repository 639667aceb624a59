import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ProviderUnavailable, SignInRefused } from './errors.ts';

/** The errors of a provider that cannot serve now (OpenID Connect Core 3.1.2.6, RFC 6749). */
const temporary = ['server_error', 'temporarily_unavailable'];

/** Says of a failed exchange whether the provider is unavailable, or its answer refuses or proves nothing. The reason holds no token. */
export function judgeFailure(error: unknown): ProviderUnavailable | SignInRefused {
  const unavailable = causesOf(error).find((each) => each instanceof ProviderUnavailable);
  if (unavailable) return unavailable;
  if (error instanceof AuthorizationResponseError) {
    const reason = errorName(error.error);
    return temporary.includes(reason) ? new ProviderUnavailable(reason) : new SignInRefused(reason, true);
  }
  if (error instanceof ResponseBodyError) {
    const reason = errorName(error.error);
    // The provider does not know this service, or not by this secret: no attempt of the person would help.
    const isOurs = ['invalid_client', 'unauthorized_client', ...temporary].includes(reason);
    return isOurs ? new ProviderUnavailable(reason) : new SignInRefused(reason);
  }
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
    return new ProviderUnavailable('it does not answer in time');
  return new SignInRefused(
    error instanceof ClientError ? (error.code ?? error.message) : 'an unusable answer',
  );
}

/** The name of an error, which is a word of the standards. Anything else may hold what the provider chooses. */
const errorName = (name: string): string => (/^[a-z_]{1,60}$/.test(name) ? name : 'an unknown error');

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}
