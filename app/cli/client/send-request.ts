import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import { err, ok, type Result } from '../../../domain/result.ts';

export type Response = Undici.Dispatcher.ResponseData;

/** A request as it is sent. */
interface Request {
  readonly method: Undici.Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string | Readable;
  readonly signal: AbortSignal;
}

/** Loaded with the first request, because a short command spends most of its time on its start. */
let loading: Promise<typeof Undici> | null = null;

/**
 * Sends a request over a connection that is kept for the next. `fetch` takes more than twice the CPU.
 * @returns the response, or why there is none
 */
export async function sendRequest(url: URL, request: Request): Promise<Result<Response, string>> {
  try {
    loading ??= import('undici');
    const { request: send } = await loading;
    const response = await send(url, request);
    if (!isRedirect(response)) return ok(response);
    await response.body.dump();
    // To follow it would send the token or the answers to another server.
    return err('it redirects to another address');
  } catch (error) {
    return err(reasonOf(error));
  }
}

export const isGood = ({ statusCode }: Response): boolean => statusCode >= 200 && statusCode < 300;

const isRedirect = ({ statusCode }: Response): boolean => statusCode >= 300 && statusCode < 400;

export function headerOf({ headers }: Response, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** The reason why a request or its response failed; where several addresses were tried, the reason of each. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message.trim() : String(error);
}
