import { setTimeout as delay } from 'node:timers/promises';
import { cpuMsOf } from '../dispatcher/cpu.ts';
import { anonymousMegabytes } from '../embedded/memory.ts';
import type { Context } from '../harness/context.ts';
import { startCheckout } from '../hooks/checkout.ts';
import { startTapped } from './tapped-service.ts';

const settlingSeconds = 120;
const watchedSeconds = 60;

export interface Rest {
  /** Commands to MongoDB, and the seconds in which they were counted. */
  readonly commands: number;
  readonly seconds: number;
  readonly cpuMs: number;
  /** Memory that no file backs. */
  readonly megabytes: number;
}

/** What the service of this checkout does and holds while no request comes: as `npm start` runs it, and with its stores tapped. */
export const atRest = (context: Context): Promise<Rest> =>
  context.shared('at rest', async (shared) => {
    const seconds = shared.scaled(watchedSeconds);
    const tapped = await startTapped(shared);
    const checkout = await startCheckout(shared);
    await delay(shared.scaled(settlingSeconds) * 1_000);
    const before = { commands: tapped.counts.commands, cpuMs: await cpuMsOf([checkout.pid()]) };
    await delay(seconds * 1_000);
    return {
      commands: tapped.counts.commands - before.commands,
      seconds,
      cpuMs: (await cpuMsOf([checkout.pid()])) - before.cpuMs,
      megabytes: anonymousMegabytes(checkout.pid()),
    };
  });
