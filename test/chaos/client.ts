import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { operatorToken, type ServiceProcess } from './processes.ts';

const Answered = Type.Object({
  id: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  // A read model's status has one, too, of another kind.
  error: Type.Optional(Type.Union([Type.Object({ code: Type.Optional(Type.String()) }), Type.Null()])),
  data: Type.Optional(Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: true }))),
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  state: Type.Optional(Type.String()),
  report: Type.Optional(Type.Unknown()),
});

/** An answer of the service; status 0 where there was none. */
export interface ServiceResponse {
  readonly status: number;
  readonly code: string | null;
  readonly body: Static<typeof Answered>;
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** An API key; without one an operator asks. */
  readonly key?: string;
  readonly idempotencyKey?: string;
}

const limitMs = 15_000;
const noAnswer: ServiceResponse = { status: 0, code: null, body: {} };

/** Asks one process once. */
export async function ask(process: ServiceProcess, request: Request): Promise<ServiceResponse> {
  const { method = 'GET', path, body, key, idempotencyKey } = request;
  const headers = {
    ...(key === undefined ? { authorization: `Bearer ${operatorToken}` } : { 'x-api-key': key }),
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  try {
    const response = await fetch(process.url() + path, {
      method,
      headers,
      signal: AbortSignal.timeout(limitMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    const answered = Value.Parse(Answered, await response.json());
    return { status: response.status, code: answered.error?.code ?? null, body: answered };
  } catch {
    return noAnswer;
  }
}

/** Whether the request may be made again, and may fare better then. */
export const mayRepeat = ({ status, code }: ServiceResponse): boolean =>
  status === 0 || status === 429 || status >= 500 || code === 'idempotency_in_flight';

/** What a process says of its health and measures of the service, or why it does not say. */
export async function stateOf(process: ServiceProcess): Promise<string> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const get = async (path: string) => {
    const answer = await fetch(process.url() + path, { headers, signal: AbortSignal.timeout(limitMs) });
    return answer.text();
  };
  try {
    const [health, metrics] = await Promise.all([get('/readyz'), get('/metrics')]);
    const lines = metrics.split('\n').filter((line) => line.startsWith('formlog_'));
    return [process.name, health, ...lines].join('\n');
  } catch (error) {
    return `${process.name}: ${String(error)}`;
  }
}
