import { document, text } from '../arguments.ts';
import { allow, namespaceOf, readCommand, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Plan } from '../planner.ts';
import { openScan } from '../scan.ts';
import { beginSlice, pause } from '../time-limit.ts';
import { doc, type Doc } from '../value.ts';
import { pipelineOf } from './aggregate.ts';
import { distinctSelection } from './count.ts';
import { countSelection, findSelection, planFor, type Selection } from './find.ts';

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Tells which index a read uses, and how much it looks at; it answers no documents. */
export async function explain(command: Command, server: Server): Promise<Doc> {
  allow(command, 'verbosity');
  const verbosity = command.body.has('verbosity') ? text(command.body, 'verbosity') : 'allPlansExecution';
  if (!verbosities.includes(verbosity))
    refuse(
      'BadValue',
      `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`,
    );
  const inner = document(command.body, 'explain');
  const name = inner.keys().next().value ?? '';
  const asked = readCommand(name, new Map([...inner, ['$db', command.database]]), server);
  const read =
    reads.get(name) ?? refuse('CommandNotSupported', `explain of ${name} is not supported by this server`);
  const { selection, rest = [] } = read(asked);
  const plan = await explained(command, namespaceOf(asked), selection, verbosity !== 'queryPlanner', server);
  if (rest.length === 0) return new Map([...plan, ['ok', 1]]);
  return doc({ stages: [doc({ $cursor: plan }), ...rest], ok: 1 });
}

interface Explained {
  readonly selection: Selection;
  /** The stages behind it. */
  readonly rest?: readonly Doc[];
}

const reads: ReadonlyMap<string, (asked: Command) => Explained> = new Map([
  ['find', (asked) => ({ selection: findSelection(asked) })],
  ['count', (asked) => ({ selection: countSelection(asked) })],
  ['distinct', (asked) => ({ selection: distinctSelection(asked) })],
  ['aggregate', pipelineOf],
]);

async function explained(
  command: Command,
  namespace: string,
  selection: Selection,
  isExecuted: boolean,
  server: Server,
): Promise<Doc> {
  const chosen = planFor(server.catalog.get(namespace), selection);
  const winningPlan = chosen ? stages(chosen, selection) : doc({ stage: 'EOF' });
  const queryPlanner = doc({ namespace, winningPlan, rejectedPlans: [] });
  if (!isExecuted || !chosen) return doc({ queryPlanner });
  return doc({ queryPlanner, executionStats: await execute(command, chosen, selection, server) });
}

async function execute(
  { limit: time }: Command,
  chosen: Plan,
  { sort, skip, limit }: Selection,
  { store }: Server,
): Promise<Doc> {
  const scan = openScan(store, chosen, sort);
  const want = limit > 0 && chosen.sorted ? skip + limit : Number.MAX_SAFE_INTEGER;
  let found = 0;
  while (found < want && !scan.done) {
    found += scan.take(Math.min(want - found, 1_000), beginSlice(time)).length;
    await pause(time);
  }
  const nReturned = Math.max(0, found - skip);
  return doc({
    executionSuccess: true,
    nReturned: limit > 0 ? Math.min(nReturned, limit) : nReturned,
    totalKeysExamined: chosen.index ? scan.examined : 0,
    totalDocsExamined: scan.examined,
  });
}

function stages(chosen: Plan, { skip, limit }: Selection): Doc {
  const { merge, sorted } = chosen;
  let stage = merge ? doc({ stage: 'SORT_MERGE', inputStages: merge.map(access) }) : access(chosen);
  if (!sorted) stage = doc({ stage: 'SORT', inputStage: stage });
  if (skip > 0) stage = doc({ stage: 'SKIP', inputStage: stage });
  return limit > 0 ? doc({ stage: 'LIMIT', limitAmount: limit, inputStage: stage }) : stage;
}

/** How one stretch is read. */
function access({ index, reverse, intervals }: Plan): Doc {
  const direction = reverse ? 'backward' : 'forward';
  if (!index) return doc({ stage: 'COLLSCAN', direction });
  const scan = doc({
    stage: 'IXSCAN',
    keyPattern: document(index.spec, 'key'),
    indexName: index.name,
    isMultiKey: false,
    isUnique: index.unique,
    direction,
    intervals: intervals.length,
  });
  return doc({ stage: 'FETCH', inputStage: scan });
}
