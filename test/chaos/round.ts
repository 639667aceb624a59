import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openRandom } from '../simulation/random.ts';
import { type Account, openAccount } from './accounts.ts';
import { stateOf } from './client.ts';
import { gatherAtRest } from './evidence.ts';
import { drawFaults, type Fault, type Struck } from './faults.ts';
import { endOfLog } from './history.ts';
import { type Violation, violationsIn } from './laws.ts';
import { startLoad } from './load.ts';
import { startProcesses } from './processes.ts';
import { startFailingReceiver } from './receivers.ts';
import { openStores, type RealServers, type StoreMistakes } from './stores.ts';

export interface RoundOptions {
  readonly seed: number;
  readonly episodes: number;
  readonly processes?: number;
  readonly real?: RealServers;
  readonly mistakes?: StoreMistakes;
  /** The faults of each episode, in place of drawn ones. */
  readonly faults?: readonly (readonly Fault[])[];
  /** Told of what happens. */
  readonly tell?: (line: string) => void;
}

export interface RoundReport {
  readonly seed: number;
  readonly schedule: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
  readonly submissions: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
  /** What happened when. */
  readonly notes: readonly string[];
  /** What the processes logged. */
  readonly lines: readonly string[];
  /** What each process said of its health and measured, if a law is broken. */
  readonly states: readonly string[];
}

/**
 * Runs one world of its own: processes of the service over stores behind fault proxies, and users. Faults strike,
 * episode by episode; then all is well again, and the laws are checked once everything has come to rest.
 */
export async function playRound(options: RoundOptions): Promise<RoundReport> {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-chaos-'));
  const closing: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  try {
    return await play(options, dir, (close) => void closing.unshift(close));
  } finally {
    for (const close of closing) await close();
  }
}

async function play(
  { seed, episodes, processes: count = 2, real = {}, mistakes = {}, faults: given, tell }: RoundOptions,
  dir: string,
  atEnd: (close: () => unknown) => void,
): Promise<RoundReport> {
  const stores = await openStores(dir, real, mistakes);
  atEnd(() => stores.close());
  const logStart = await endOfLog(stores.logUrl);
  const processes = await startProcesses(dir, count, stores.settings);
  atEnd(() => Promise.all(processes.map((process) => process.kill())));
  // The second one lets some deliveries run out of attempts; five in a row disable it.
  const receivers = await Promise.all([startFailingReceiver(seed, 0.1), startFailingReceiver(seed + 1, 0.6)]);
  atEnd(() => receivers.forEach((receiver) => receiver.close()));
  const [first] = processes;
  if (!first) throw new Error('a world has a process');
  const [sound = '', broken = ''] = receivers.map(({ url }) => url);
  const accounts: Account[] = [
    await openAccount(first, { plan: 'open', forms: 2, status: 'published', receivers: [sound] }),
    await openAccount(first, { plan: 'open', forms: 1, status: 'published', receivers: [sound, sound] }),
    await openAccount(first, { plan: 'few', forms: 1, status: 'published', receivers: [broken] }),
    await openAccount(first, { plan: 'two', forms: 4, status: 'draft', receivers: [sound] }),
  ];

  const began = performance.now();
  const notes: string[] = [];
  const note = (line: string): void => {
    notes.push(`${new Date().toISOString()} ${line}`);
    tell?.(`${((performance.now() - began) / 1_000).toFixed(1)} s: ${line}`);
  };
  const load = startLoad(seed, processes, accounts);
  const random = openRandom(seed);
  const schedule: string[] = [];
  const faults: Record<string, number> = {};
  for (let episode = 1; episode <= episodes; episode++) {
    await delay(random.between(200, 800));
    const drawn = given?.[(episode - 1) % given.length] ?? drawFaults(random);
    const kinds = drawn.map(({ kind }) => kind);
    schedule.push(kinds.join(' + '));
    note(`episode ${episode}: ${kinds.join(' + ')}`);
    for (const kind of kinds) faults[kind] = (faults[kind] ?? 0) + 1;
    await strikeAll(drawn, { stores, processes }, seed * 1_000 + episode);
  }
  await Promise.all(processes.map((process) => process.started()));
  note('all is well again');
  await load.finish();
  note('all is answered');
  const evidence = await gatherAtRest({
    logUrl: stores.logUrl,
    logStart,
    processes: [first, ...processes.slice(1)],
    accounts,
    journal: load.journal,
    note,
    taken: () => receivers.flatMap((receiver) => receiver.taken()),
  });
  note('all has come to rest');
  const violations = violationsIn(evidence);
  return {
    seed,
    schedule,
    faults,
    answers: load.journal.answers,
    notes,
    violations,
    submissions: load.journal.acknowledged.size,
    states: violations.length > 0 ? await Promise.all(processes.map(stateOf)) : [],
    lines: processes.map((process) => process.lines()),
  };
}

const strikeAll = (faults: readonly Fault[], struck: Struck, seed: number): Promise<unknown> =>
  Promise.all(faults.map((fault, index) => fault.strike(struck, openRandom(seed * 10 + index))));
