import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import { ForbiddenAddress } from './address.ts';
import { InvalidResponse } from './exchange.ts';

type Failure = Extract<AttemptOutcome, { kind: 'error' }>;

/**
 * Classifies the error of a request without a complete response. The message is for people and contains no
 * secret.
 */
export function classify(error: unknown, limitMs: number): Failure {
  const { code, name, message } = describe(error);
  const named = code === '' ? message : `${code}: ${message}`;
  const failure = (errorClass: Failure['errorClass'], text: string): Failure => ({
    kind: 'error',
    errorClass,
    message: text,
  });
  if (error instanceof ForbiddenAddress) return failure('forbidden_address', message);
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code))
    return failure('timeout', `no whole answer within ${limitMs} ms`);
  if (error instanceof InvalidResponse) return failure('invalid_response', message);
  if (isTls(code)) return failure('tls', named);
  if (/^HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE)/.test(code) || name === 'HTTPParserError')
    return failure('invalid_response', named);
  return failure('network', named);
}

const isTls = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/.test(
    code,
  );

function describe(error: unknown): { code: string; name: string; message: string } {
  if (!(error instanceof Error)) return { code: '', name: '', message: String(error) };
  // If several addresses were tried, the first error stands for all.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const shown = cause instanceof Error ? cause : error;
  const code = 'code' in shown && typeof shown.code === 'string' ? shown.code : '';
  return { code, name: error.name, message: shown.message };
}
