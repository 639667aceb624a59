import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Context } from '../harness/context.ts';
import { firstLine, handle } from '../harness/running-server.ts';

/** Debian installs it where only root's PATH looks. */
const findBinary = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nats-server'))
    .find((path) => existsSync(path));

/**
 * Starts the real NATS server.
 * @throws when it is not installed
 */
export async function startNatsServer(context: Context): Promise<string> {
  const path = findBinary();
  if (path === undefined) throw new Error('nats-server is missing: apt-get install nats-server');
  const child = spawn(path, ['--addr', '127.0.0.1', '--port', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
  context.onRelease(handle(child).stop);
  const listening = /Listening for client connections on 127\.0\.0\.1:(\d+)/;
  const port = listening.exec(await firstLine(child, listening))?.[1] ?? '';
  return `nats://127.0.0.1:${port}`;
}
