import Type from 'typebox';
import { Value } from 'typebox/value';
import { readModels } from '../../projections/registry.ts';
import { eventually } from '../support/eventually.ts';
import type { Account } from './accounts.ts';
import { ask, type Request } from './client.ts';
import { allDelivered, endsListed, oneDeliveryEach } from './delivery-laws.ts';
import { readHistory } from './history.ts';
import type { Evidence, ListedDelivery } from './law.ts';
import { allListed } from './laws.ts';
import type { Journal } from './load.ts';
import type { ServiceProcess } from './processes.ts';

interface World {
  readonly logUrl: string;
  /** What is at or before this position was there before the world. */
  readonly logStart: bigint | null;
  /** The first is asked. */
  readonly processes: readonly [ServiceProcess, ...ServiceProcess[]];
  readonly accounts: readonly Account[];
  readonly journal: Journal;
  readonly taken: () => Evidence['received'];
  /** Told why something cannot be listed. */
  readonly note: (line: string) => void;
}

/**
 * So long may nothing happen while something is still to come. A scheduler looks around each minute for what has
 * slipped through, and rests for as long where a worker could not help.
 */
const silenceLimitMs = 90_000;
const restLimitMs = 600_000;
const lookEveryMs = 1_000;

/** Waits until a world has come to rest, as long as that may take, and gathers what the laws look at. */
export async function gatherAtRest(world: World): Promise<Evidence> {
  const until = performance.now() + restLimitMs;
  let seen = 0;
  let silentUntil = 0;
  for (;;) {
    const evidence = await gather(world);
    const now = performance.now();
    const known = evidence.history.events.length + [...evidence.listed.values()].flat().length;
    if (known !== seen) silentUntil = now + silenceLimitMs;
    seen = known;
    const isOver = now > Math.min(until, silentUntil);
    const isAtRest = [allListed, oneDeliveryEach, allDelivered, endsListed].every(
      (law) => law(evidence).length === 0,
    );
    if (isAtRest || isOver) return { ...evidence, differing: await differences(world.processes[0]) };
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function gather(world: World): Promise<Evidence> {
  const { logUrl, logStart, processes, accounts, journal, taken, note } = world;
  const history = await readHistory(logUrl, logStart);
  const listed = new Map<Account, string[]>();
  const deliveries: ListedDelivery[] = [];
  for (const account of accounts) {
    const submissions = { path: '/api/public/v1/submissions', key: account.key };
    listed.set(
      account,
      (await allOf(processes[0], submissions, note)).map(({ id }) => id),
    );
    const path = `/api/admin/v1/accounts/${account.id}/deliveries`;
    for (const one of await allOf(processes[0], { path }, note)) deliveries.push(listedDelivery(one));
  }
  const crashes = processes.flatMap((process) => process.crashes());
  return { history, journal, accounts, listed, deliveries, received: taken(), crashes, differing: [] };
}

const Listed = Type.Object({
  id: Type.String(),
  destination_id: Type.String(),
  kind: Type.String(),
  status: Type.String(),
  source: Type.Object({ event_id: Type.String() }),
});

function listedDelivery(item: unknown): ListedDelivery {
  const { id, destination_id: destinationId, kind, status, source } = Value.Parse(Listed, item);
  return { id, destinationId, kind, status, eventId: source.event_id };
}

/** Everything that a list has. */
async function allOf(
  process: ServiceProcess,
  { path, key }: Pick<Request, 'path' | 'key'>,
  note: World['note'],
): Promise<readonly { readonly id: string }[]> {
  const items: { readonly id: string }[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const request = { path: `${path}?limit=100${cursor && `&cursor=${cursor}`}`, ...(key && { key }) };
    const { status, code, body } = await ask(process, request);
    // Looked at again: a process that has just come back may not be ready.
    if (status !== 200) {
      note(`${process.name} does not list ${path}: ${status} ${code ?? ''}`);
      return [];
    }
    items.push(...(body.data ?? []));
    cursor = body.next_cursor;
  }
  return items;
}

const Report = Type.Object({
  different: Type.Integer(),
  differences: Type.Array(
    Type.Object({ id: Type.String(), kind: Type.String(), members: Type.Array(Type.String()) }),
  ),
});

/** How each read model differs from what the log gives when it is folded again. */
async function differences(process: ServiceProcess): Promise<string[]> {
  const found = await Promise.all(
    readModels.map(async ({ name }): Promise<string[]> => {
      const path = `/api/admin/v1/projections/${name}`;
      try {
        await eventually(
          `${name} is asked for`,
          async () => {
            const { status } = await ask(process, { method: 'POST', path: `${path}/verify`, body: {} });
            return status === 202;
          },
          30_000,
        );
        const report = await eventually(
          `${name} is verified`,
          async () => {
            const { body } = await ask(process, { path: `${path}.verify` });
            return body.report ? Value.Parse(Report, body.report) : null;
          },
          120_000,
        );
        const shown = report.differences.map(
          ({ id, kind, members }) => `${id} ${kind} ${members.join(', ')}`,
        );
        return report.different === 0 ? [] : [`${name}: ${shown.join('; ')}`];
      } catch (error) {
        return [`${name}: ${String(error)}`];
      }
    }),
  );
  return found.flat();
}
