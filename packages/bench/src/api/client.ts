import { Pool } from 'undici';
import type { Context } from '../harness/context.ts';
import { answersOf } from './form.ts';
import type { RunningService } from './service.ts';

/** How many connections ask at once; baselines have as much in flight. */
export const connections = 64;
export const pageSize = 50;

/** How long after the last submission the read model may take to hold it. */
const catchUpLimitMs = 5_000;

/** Asks a service as its users do. All but `caughtUp` throw when the answer is not the good one. */
export interface Client {
  /** Submits, and answers the submission as JSON. */
  submit(): Promise<string>;
  listPage(): Promise<string>;
  readForm(): Promise<string>;
  /**
   * Waits until the lists hold all that was submitted through this client.
   * @returns how long that took in milliseconds
   * @throws when it takes longer than five seconds
   */
  caughtUp(): Promise<number>;
}

/** A pool of 64 connections that asks in this process: whatever is measured, and its baseline, is asked from here. */
export function openPool(context: Context, url: string): Pool {
  const pool = new Pool(url, { connections, pipelining: 1 });
  context.onRelease(() => pool.destroy());
  return pool;
}

/** @param context what the connections are closed with */
export function openClient(context: Context, { url, key, formId }: RunningService): Client {
  const pool = openPool(context, url);
  // Whoever asks how far it is does not stand in line behind what is yet to be submitted.
  const asking = openPool(context, url);
  const authorization = `Bearer ${key}`;
  const publicPath = '/api/public/v1';
  const listPath = `${publicPath}/submissions?limit=${pageSize}`;
  let submitted = 0;
  let last = 0n;

  async function get(path: string): Promise<string> {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { authorization } });
    return good(200, statusCode, await body.text());
  }

  return {
    async submit() {
      const { statusCode, headers, body } = await pool.request({
        method: 'POST',
        path: `${publicPath}/submissions`,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ form_id: formId, answers: answersOf(++submitted) }),
      });
      const answer = good(201, statusCode, await body.text());
      const position = BigInt(String(headers['x-log-position']));
      if (position > last) last = position;
      return answer;
    },
    listPage: () => get(listPath),
    readForm: () => get(`${publicPath}/forms?id=${formId}`),
    async caughtUp() {
      const begun = performance.now();
      for (;;) {
        const { statusCode, body } = await asking.request({
          method: 'GET',
          path: listPath,
          headers: { authorization, 'x-read-after': String(last) },
        });
        const answer = await body.text();
        const took = performance.now() - begun;
        if (took > catchUpLimitMs)
          throw new Error(
            `the read model had not caught up ${Math.round(took)} ms after the last submission`,
          );
        if (statusCode === 200) return took;
        if (!answer.includes('read_model_behind')) good(200, statusCode, answer);
      }
    },
  };
}

function good(wanted: number, status: number, answer: string): string {
  if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}: ${answer}`);
  return answer;
}
