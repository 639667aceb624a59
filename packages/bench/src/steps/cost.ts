import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../harness/context.ts';
import { startTapped, type TappedService } from './tapped-service.ts';

/** The steps that one submission with one delivered webhook takes, beyond those of an idle service. */
export interface Cost {
  readonly events: number;
  readonly bytes: number;
  readonly commands: number;
  readonly writes: number;
  readonly messages: number;
  readonly syncs: number;
}

const warming = 5;
const submissions = 60;
/** Longer than anything that a service gathers before it writes. */
const settledMs = 3_000;

type Reading = Omit<Cost, 'events' | 'bytes'>;

const readingOf = ({ counts, syncs }: TappedService): Reading => ({ ...counts, syncs: syncs.soFar() });

/** The service of this checkout, or of the one that `--against` names, as one submission a second comes to an account with a monthly limit. */
export const costOf = (context: Context, side: 'here' | 'there'): Promise<Cost> =>
  context.shared(`cost ${side}`, async (shared) => {
    const service = await startTapped(shared, side === 'there' ? (shared.against ?? undefined) : undefined);
    const count = shared.scaled(submissions);
    await service.submit(warming);
    await delay(settledMs);
    const idle = await readingOver(service, () => delay(count * 1_000));
    const { position } = await service.written(null);
    const busy = await readingOver(service, () => service.submit(count));
    await delay(settledMs);
    const { events, bytes } = await service.written(position);
    const each = (name: keyof Reading) =>
      (busy.reading[name] - (idle.reading[name] * busy.ms) / idle.ms) / count;
    const cost: Cost = {
      events: events / count,
      bytes: bytes / count,
      commands: each('commands'),
      writes: each('writes'),
      messages: each('messages'),
      syncs: each('syncs'),
    };
    const figures = Object.entries<number>({ ...cost }).map(
      ([name, figure]) => `${figure.toFixed(2)} ${name}`,
    );
    shared.log(`  ${side}: ${figures.join(', ')}`);
    return cost;
  });

async function readingOver(service: TappedService, work: () => Promise<unknown>) {
  const before = readingOf(service);
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const after = readingOf(service);
  const reading: Reading = {
    commands: after.commands - before.commands,
    writes: after.writes - before.writes,
    messages: after.messages - before.messages,
    syncs: after.syncs - before.syncs,
  };
  return { reading, ms };
}
