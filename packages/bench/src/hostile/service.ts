import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { Client } from 'undici';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';
import { plans } from '../api/service.ts';
import { startTrio } from '../embedded/servers.ts';
import type { Context } from '../harness/context.ts';
import { type HostileRequest, jsonRequest } from './requests.ts';

const Started = Type.Object({ url: Type.String(), demo: Type.Object({ key: Type.String() }) });
const Metered = Type.Object({ longestMs: Type.Number() });
const Made = Type.Object({ id: Type.String() });

/** For so long the service works on after a write that it accepted, in ms. */
const settledMs = 250;

/** A service whose main thread is watched. */
export interface WatchedService {
  /** Sends a request. @returns the longest time for which it held the main thread, in ms, and the answer */
  cost(
    request: HostileRequest,
  ): Promise<{ readonly ms: number; readonly status: number; readonly text: string }>;
  /** Creates a form. @returns its id; null if it is refused */
  define(form: object): Promise<string | null>;
}

/** Starts the service with stores in another process; no limit of requests is reached. */
export async function startWatched(context: Context): Promise<WatchedService> {
  const dir = await context.tempDir();
  const { ready: stores } = await startTrio(context, join(dir, 'stores'), {});
  const plansFile = join(dir, 'plans.json');
  await writeFile(plansFile, JSON.stringify(plans));
  const socketPath = join(dir, 'meter');
  const { ready } = await context.startReporting(
    entryUrl('./servers/service', import.meta.url),
    Started,
    ['--meter', socketPath],
    {
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      PLANS_FILE: plansFile,
      EVENTSTORE_URL: stores.eventstore,
      MONGODB_URL: stores.mongodb,
      NATS_URL: stores.nats,
      FORM_PAGES_PER_MINUTE: '1000000',
      FORM_SENDS_PER_MINUTE: '1000000',
      FORM_SAVES_PER_MINUTE: '1000000',
      FORM_MISSES_PER_MINUTE: '1000000',
    },
  );
  const meter = new Client('http://meter', { socketPath });
  context.onRelease(() => meter.destroy());

  /** Each on a connection of its own: the service ends it after some refusals. */
  async function send({ method, path, type, body, headers = {}, isAnonymous = false }: HostileRequest) {
    const client = new Client(ready.url);
    const usual = {
      ...(!isAnonymous && { 'x-api-key': ready.demo.key }),
      ...(type !== undefined && { 'content-type': type }),
    };
    try {
      const answer = await client.request({
        method,
        path,
        headers: { ...usual, ...headers },
        body: body ?? null,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } finally {
      await client.destroy();
    }
  }

  async function longest(): Promise<number> {
    const { body } = await meter.request({ method: 'GET', path: '/' });
    return Value.Parse(Metered, await body.json()).longestMs;
  }

  return {
    async cost(request) {
      await longest();
      const { status, text } = await send(request);
      // What a write sets off, such as its read models, belongs to it.
      if (request.method !== 'GET' && status < 400) await delay(settledMs);
      return { ms: await longest(), status, text };
    },
    async define(form) {
      const { status, text } = await send(jsonRequest('/api/public/v1/forms', form));
      await delay(settledMs);
      return status === 201 ? Value.Parse(Made, JSON.parse(text)).id : null;
    },
  };
}
