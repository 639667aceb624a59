import Type from 'typebox';
import { Value } from 'typebox/value';
import { readModels } from '../../projections/registry.ts';
import { eventually } from '../support/eventually.ts';
import type { Account } from './accounts.ts';
import { ask } from './client.ts';
import { readHistory } from './history.ts';
import type { Evidence } from './law.ts';
import { allDelivered, allListed, oneDeliveryEach } from './laws.ts';
import type { Journal } from './load.ts';
import type { ServiceProcess } from './processes.ts';

interface World {
  readonly logUrl: string;
  /** The first is asked. */
  readonly processes: readonly [ServiceProcess, ...ServiceProcess[]];
  readonly accounts: readonly Account[];
  readonly journal: Journal;
  readonly taken: () => Evidence['received'];
  /** Told why submissions cannot be listed. */
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
    const isAtRest = [allListed, oneDeliveryEach, allDelivered].every((law) => law(evidence).length === 0);
    if (isAtRest || isOver) return { ...evidence, differing: await differences(world.processes[0]) };
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function gather(world: World): Promise<Evidence> {
  const { logUrl, processes, accounts, journal, taken, note } = world;
  const history = await readHistory(logUrl);
  const listed = new Map<Account, string[]>();
  for (const account of accounts) listed.set(account, await submissionsOf(processes[0], account, note));
  const crashes = processes.flatMap((process) => process.crashes());
  return { history, journal, accounts, listed, received: taken(), crashes, differing: [] };
}

async function submissionsOf(
  process: ServiceProcess,
  { key }: Account,
  note: World['note'],
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const path = `/api/public/v1/submissions?limit=200${cursor && `&cursor=${cursor}`}`;
    const { status, code, body } = await ask(process, { path, key });
    // Looked at again: a process that has just come back may not be ready.
    if (status !== 200) {
      note(`${process.name} lists no submissions: ${status} ${code ?? ''}`);
      return [];
    }
    ids.push(...(body.data ?? []).map(({ id }) => id));
    cursor = body.next_cursor;
  }
  return ids;
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
