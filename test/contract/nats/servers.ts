import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { startNats } from '../../../embedded/nats/server.ts';

export type RunningNats = { readonly url: string; readonly port: number; close(): Promise<void> };

/** A server the contract is held against; `start` is undefined when it is not to be had on this machine. */
export type NatsUnderTest = {
  readonly name: string;
  readonly embedded: boolean;
  readonly start: ((options?: { port?: number; token?: string }) => Promise<RunningNats>) | undefined;
};

const embedded: NatsUnderTest = {
  name: 'the embedded server',
  embedded: true,
  start: (options = {}) => startNats({ port: 0, ...options }),
};

/** Debian installs it where only root's PATH looks. */
const binary = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'nats-server'))
  .find((path) => existsSync(path));

const original: NatsUnderTest = {
  name: binary === undefined ? 'nats-server (not installed)' : 'nats-server',
  embedded: false,
  start: binary === undefined ? undefined : (options) => startOriginal(binary, options),
};

/** A server that already runs: only what may be asked of a shared one is asked. */
const shared = process.env['NATS_URL'];

export const natsServers: readonly NatsUnderTest[] = [embedded, original];

/** Servers without control over their start: those above, and the one at NATS_URL when it is set. */
export const natsServersAndShared: readonly NatsUnderTest[] =
  shared === undefined
    ? natsServers
    : [...natsServers, { name: shared, embedded: false, start: joined(shared) }];

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
