import Type from 'typebox';
import { Value } from 'typebox/value';
import { err, ok, type Result } from '../../../domain/result.ts';
import { headerOf, reasonOf, type Response } from './send-request.ts';

export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

export type ApiFailure =
  | Refused
  | { readonly kind: 'unreachable'; readonly url: string; readonly message: string }
  /** A response that does not match this API. */
  | {
      readonly kind: 'incomprehensible';
      readonly url: string;
      readonly status: number;
      readonly message: string;
    };

const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Unknown()),
    request_id: Type.Optional(Type.String()),
  }),
});

/** The body as JSON; null if it is empty, as with 204; undefined if it is not JSON. */
export async function bodyOf(url: URL, response: Response): Promise<Result<unknown, ApiFailure>> {
  try {
    const text = await response.body.text();
    return ok(text === '' ? null : parseJson(text));
  } catch (error) {
    return err({ kind: 'unreachable', url: url.origin, message: reasonOf(error) });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function refusal(url: URL, response: Response, body: unknown): ApiFailure {
  if (!Value.Check(ErrorBody, body))
    return incomprehensible(url, response, 'its error does not match this API');
  const { error } = body;
  const seconds = Number(headerOf(response, 'retry-after') ?? NaN);
  return {
    kind: 'refused',
    status: response.statusCode,
    code: error.code,
    message: error.message,
    details: error.details ?? null,
    requestId: error.request_id ?? null,
    retryAfterMs: seconds >= 0 ? seconds * 1000 : null,
  };
}

export const incomprehensible = (
  { href: url }: URL,
  { statusCode: status }: Response,
  message: string,
): ApiFailure => ({
  kind: 'incomprehensible',
  url,
  status,
  message,
});
