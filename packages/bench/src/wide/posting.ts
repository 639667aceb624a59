import { Pool } from 'undici';
import { inLanes } from '../harness/rounds.ts';
import type { Sender } from '../hooks/load-protocol.ts';
import { answersTo } from './wide-form.ts';

/** Submissions to post, the n-th with answers that no other has. */
export interface Posting {
  readonly url: string;
  readonly sender: Sender;
  readonly questions: number;
  readonly count: number;
  readonly connections: number;
  /** The number of the first. */
  readonly first: number;
  /** Whether each has an idempotency key, as the rows of an import do. */
  readonly withKeys?: boolean;
}

/** Posts submissions to a service. @returns the bytes of their bodies @throws unless each is stored */
export async function postWide({
  url,
  sender,
  questions,
  count,
  connections,
  first,
  withKeys = false,
}: Posting): Promise<number> {
  const pool = new Pool(url, { connections });
  let n = first;
  let bytes = 0;
  const post = async (): Promise<void> => {
    const number = n++;
    const body = JSON.stringify({ form_id: sender.formId, answers: answersTo(questions, number) });
    const { statusCode, body: answer } = await pool.request({
      method: 'POST',
      path: '/api/public/v1/submissions',
      body,
      headers: {
        authorization: `Bearer ${sender.key}`,
        'content-type': 'application/json',
        ...(withKeys && { 'idempotency-key': `${sender.formId} ${number}` }),
      },
    });
    const text = await answer.text();
    if (statusCode !== 201) throw new Error(`answered ${statusCode}: ${text}`);
    bytes += body.length;
  };
  await inLanes(count, connections, post).finally(() => pool.destroy());
  return bytes;
}
