import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, askNode } from './ask.ts';
import { type Listed, processesUnder } from './processes.ts';
import { type Socket, socketsOf } from './sockets.ts';

/**
 * Asks the process of a test file, and every process that it started, where it stands. A Node process writes its
 * diagnostic report: handles, stacks and threads. Of any other, and of one that does not answer, the sockets are listed.
 * @returns a summary of each process, and where the reports are
 */
export async function whereItStands(pid: number): Promise<readonly string[]> {
  const processes = processesUnder(pid);
  const dir = await mkdtemp(join(tmpdir(), 'formlog-standing-'));
  const lines = await Promise.all(processes.map((one) => standingOf(one, join(dir, `${one.pid}.json`))));
  return [...lines.flat(), `the reports of the Node processes are in ${dir}`];
}

const stopped = 'T';
const states: Readonly<Record<string, string>> = { [stopped]: ', stopped by a signal', Z: ', has ended' };

async function standingOf(one: Listed, file: string): Promise<readonly string[]> {
  // Before it is asked: the inspector has sockets as well.
  const sockets = socketsInWords(socketsOf(one.pid));
  const answers = one.program === process.execPath && one.state !== stopped;
  const said = answers ? await nodeSays(one.pid, file) : [];
  return [
    `process ${one.pid}${states[one.state] ?? ''}: ${one.command}`,
    ...[...said, ...sockets].map((line) => `  ${line}`),
  ];
}

async function nodeSays(pid: number, file: string): Promise<readonly string[]> {
  try {
    return answerInWords(await askNode(pid, file));
  } catch (error) {
    return [`does not answer: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function answerInWords({ resources, runningTest, stack }: Answer): readonly string[] {
  const seconds = runningTest && ((Date.now() - runningTest.since) / 1000).toFixed(1);
  const counts = new Map<string, number>();
  for (const name of resources) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [
    ...(runningTest ? [`runs the test "${runningTest.name}" for ${seconds} s`] : []),
    ...(stack.length > 0 ? ['its main thread is busy:', ...stack.map((frame) => `  ${frame}`)] : []),
    `is kept by: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing'}`,
  ];
}

/** Listeners, and the connections by their listener or by the address that they lead to. */
function socketsInWords(sockets: readonly Socket[]): readonly string[] {
  const listeners = sockets.filter(({ remote }) => remote === null).map(({ local }) => local);
  const groups = new Map<string, string[]>();
  for (const socket of sockets) {
    const { local, remote } = socket;
    if (remote === null) continue;
    const accepted = listeners.includes(local);
    const group = accepted ? `has accepted at ${local}` : `is connected to ${remote}`;
    const one = `${accepted ? remote : local}${waiting(socket)}`;
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [
    ...listeners.map((local) => `listens at ${local}`),
    ...[...groups].map(([group, all]) => `${group} from ${all.join(', ')}`),
  ];
}

function waiting({ unsent, unread }: Socket): string {
  const bytes = [unsent > 0 ? `${unsent} bytes unsent` : '', unread > 0 ? `${unread} bytes unread` : ''];
  const named = bytes.filter((text) => text !== '').join(', ');
  return named && ` (${named})`;
}
