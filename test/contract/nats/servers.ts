import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startNats } from '../../../packages/embedded-nats/src/server.ts';
import { lacking, locate } from '../../support/tools.ts';

export type RunningNats = { readonly url: string; readonly port: number; close(): Promise<void> };

/** A server the contract is held against. */
export type NatsUnderTest = {
  readonly name: string;
  readonly embedded: boolean;
  /** Why this machine cannot start it; null where it can. */
  readonly missing: string | null;
  readonly start: (options?: { port?: number; token?: string }) => Promise<RunningNats>;
};

const embedded: NatsUnderTest = {
  name: 'the embedded server',
  embedded: true,
  missing: null,
  start: (options = {}) => startNats({ port: 0, ...options }),
};

const original: NatsUnderTest = {
  name: 'nats-server',
  embedded: false,
  missing: lacking('nats-server'),
  start: (options) => startOriginal(locate('nats-server') ?? 'nats-server', options),
};

/** A server that already runs: only what may be asked of a shared one is asked. */
const shared = process.env['NATS_URL'];

export const natsServers: readonly NatsUnderTest[] = [embedded, original];

/** Servers without control over their start: those above, and the one at NATS_URL when it is set. */
export const natsServersAndShared: readonly NatsUnderTest[] =
  shared === undefined
    ? natsServers
    : [...natsServers, { name: shared, embedded: false, missing: null, start: joined(shared) }];

function joined(url: string): NatsUnderTest['start'] {
  return async () => ({ url, port: Number(new URL(url).port), close: async () => undefined });
}

async function startOriginal(
  path: string,
  { port = -1, token }: { port?: number; token?: string } = {},
): Promise<RunningNats> {
  const auth = token === undefined ? [] : ['--auth', token];
  const child = spawn(path, ['--addr', '127.0.0.1', '--port', String(port), ...auth], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface(child.stderr)) {
    const listening = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(line);
    if (listening?.[1] === undefined) continue;
    child.stderr.resume();
    return {
      url: `nats://127.0.0.1:${listening[1]}`,
      port: Number(listening[1]),
      async close() {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error(`${path} ended before it listened`);
}
