import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';
import type { Context } from '../harness/context.ts';
import type { RunningServer } from '../harness/running-server.ts';

const moduleOf = (name: string): URL => entryUrl(name, import.meta.url);

/** An embedded server in a process of its own, over a new directory unless given a directory. */
export async function startEmbedded(
  context: Context,
  name: 'eventstore' | 'mongodb' | 'nats',
  dir?: string,
): Promise<string> {
  return context.start(
    moduleOf(`../../../embedded-${name}/src/bin`),
    '--dir',
    dir ?? (await context.tempDir()),
  );
}

/** The null event store, with so many events to read. */
export const startNullEventStore = (context: Context, events = 0): Promise<string> =>
  context.start(moduleOf('./servers/null-eventstore'), '--events', String(events));

/** Bare LMDB that puts so many batches at each request. */
export const startRawLmdb = async (context: Context, batches: number): Promise<string> =>
  context.start(
    moduleOf('./servers/raw-lmdb'),
    '--dir',
    await context.tempDir(),
    '--batches',
    String(batches),
  );

const TrioUrls = Type.Object({ eventstore: Type.String(), mongodb: Type.String(), nats: Type.String() });

export interface TrioOptions {
  /** How often MongoDB looks for what was dropped and removes it, in milliseconds; a minute by default. */
  readonly maintenanceMs?: number;
}

/** The three servers in one process, as the service runs them; each keeps its data under its name in `dir`. */
export const startTrio = (
  context: Context,
  dir: string,
  { maintenanceMs }: TrioOptions = {},
): Promise<RunningServer<Static<typeof TrioUrls>>> =>
  context.startReporting(moduleOf('./servers/trio'), TrioUrls, [
    '--dir',
    dir,
    ...(maintenanceMs === undefined ? [] : ['--maintenance-ms', String(maintenanceMs)]),
  ]);

/** Where a server keeps its data that ran as one of the three in `dir`. */
export const dirOf = (dir: string, name: 'eventstore' | 'mongodb'): string => join(dir, name);
