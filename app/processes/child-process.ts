import { type ChildProcess as NodeProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pTimeout from 'p-timeout';
import { aborted } from '../../async/pause.ts';
import { entries } from '../entries.ts';
import type { Stores } from '../stores/embedded-stores.ts';
import type { Role } from '../supervisor.ts';
import { parseFromChild, type Question, type ToChild } from './messages.ts';
import type { RoleGroup } from './role-groups.ts';

/** A process that runs some of the roles of this service. */
export interface RoleProcess {
  readonly name: string;
  /** Runs the process until the signal. Fails if the process ends before. */
  readonly run: Role;
  /** Resolves once the roles have been started for the first time. */
  readonly started: Promise<void>;
  /** @throws if the process does not answer within two seconds */
  ask(question: Question): Promise<unknown>;
}

export interface RoleProcessOptions {
  readonly stores: Stores;
  /** The settings of this process, as it read them from its environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long the process may take to stop, in milliseconds. */
  readonly stopLimitMs: number;
}

const answerLimitMs = 2_000;

/** Prepares a process. It has the settings and the stores of this process, and writes to the same log. */
export function openRoleProcess(group: RoleGroup, options: RoleProcessOptions): RoleProcess {
  const waiting = new Map<number, (value: unknown) => void>();
  let asked = 0;
  let child: NodeProcess | null = null;
  let onStarted: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (onStarted = resolve));

  function receive(message: unknown): void {
    const parsed = parseFromChild(message);
    if (parsed.kind === 'started') return onStarted();
    waiting.get(parsed.id)?.(parsed.value);
    waiting.delete(parsed.id);
  }

  async function run(signal: AbortSignal): Promise<void> {
    const running = spawnRoles(group, options.env);
    child = running;
    running.on('message', receive);
    const exited = once(running, 'exit').then(([code, by]) => String(code ?? by));
    send(running, { kind: 'start', stores: options.stores });
    const ended = await Promise.race([exited, aborted(signal)]);
    child = null;
    if (ended !== undefined) throw new Error(`the process ended with ${ended}`);
    send(running, { kind: 'stop' });
    const isInTime = exited.then(() => true);
    if (await pTimeout(isInTime, { milliseconds: options.stopLimitMs, fallback: () => false })) return;
    running.kill('SIGKILL');
    await exited;
  }

  async function ask(question: Question): Promise<unknown> {
    const id = ++asked;
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    if (child) send(child, { kind: 'ask', id, question });
    return pTimeout(answer, { milliseconds: answerLimitMs }).finally(() => waiting.delete(id));
  }

  return { name: group.name, run, started, ask };
}

/** Only what it writes to the log is seen of the process; signals of a terminal reach it and are left to this process. */
const spawnRoles = ({ roles }: RoleGroup, env: RoleProcessOptions['env']): NodeProcess =>
  fork(entries.roles, [], {
    env: { ...env, ROLES: roles.join(','), PROCESSES: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

function send(child: NodeProcess, message: ToChild): void {
  // A process that has ended says so by its exit.
  if (child.connected) child.send(message, () => undefined);
}
