/**
 * Load and receiver in one process, so that one clock tells when a submission was posted and when its webhook came.
 * `POST /run` begins a run and is answered once every webhook of it has come. Every other POST is a webhook.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Value } from 'typebox/value';
import { Pool } from 'undici';
import { answersOf } from '../../api/form.ts';
import { paced } from '../../api/paced.ts';
import { inLanes } from '../../harness/rounds.ts';
import { type Ran, Run } from '../load-protocol.ts';

const connections = 64;

/** When each submission was due to be posted, until its webhook has come; in milliseconds by this process's clock. */
const postedAt = new Map<string, number>();
let latencies: number[] = [];
let duplicates = 0;
let answerAfterMs = 0;
let allCame: (() => void) | null = null;
let numbers = 0;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, number = ''] = /Ada (\d+)/.exec(Buffer.concat(chunks).toString()) ?? [];
  if (answerAfterMs > 0) await delay(answerAfterMs);
  // As a submission is answered, for a run that has no service between.
  response.writeHead(201).end('{}');
  const posted = postedAt.get(number);
  if (posted === undefined) {
    duplicates++;
    return;
  }
  postedAt.delete(number);
  latencies.push(at - posted);
  if (postedAt.size === 0) allCame?.();
}

async function run({ url, senders, count, perSecond, receiverMs, webhooks }: Run): Promise<Ran> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const posts: number[] = [];
  [latencies, duplicates, answerAfterMs] = [[], 0, receiverMs];
  const expected = Array.from({ length: count }, () => String(++numbers).padStart(9, '0'));
  // All are awaited from the beginning: the run is not over between two posts.
  for (const number of webhooks ? expected : []) postedAt.set(number, Infinity);
  const came = new Promise<void>((resolve) => (allCame = resolve));

  async function post(turn: number, due: number): Promise<void> {
    const number = expected[turn];
    const sender = senders[turn % senders.length];
    if (number === undefined || !sender) throw new Error('there is nothing to post');
    if (webhooks) postedAt.set(number, due);
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/public/v1/submissions',
      headers: { authorization: `Bearer ${sender.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ form_id: sender.formId, answers: answersOf(Number(number)) }),
    });
    const answer = await body.text();
    if (statusCode !== 201) throw new Error(`answered ${statusCode}: ${answer}`);
    posts.push(performance.now() - due);
  }

  const begun = performance.now();
  let turns = 0;
  if (perSecond === null) await inLanes(count, connections, () => post(turns++, performance.now()));
  else await paced(count, perSecond, (due) => post(turns++, due));
  const postedMs = performance.now() - begun;
  if (webhooks) await came;
  const tookMs = performance.now() - begun;
  await pool.destroy();
  return { tookMs, postedMs, latencies, posts, duplicates };
}

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const ran = await run(Value.Parse(Run, JSON.parse(Buffer.concat(chunks).toString())));
  response.end(JSON.stringify(ran));
}

const server = createServer((request, response) => {
  const handled = request.url === '/run' ? control(request, response) : receive(request, response);
  handled.catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end(String(error));
  });
});
// A run may take minutes.
server.requestTimeout = 0;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = address === null || typeof address === 'string' ? 0 : address.port;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
