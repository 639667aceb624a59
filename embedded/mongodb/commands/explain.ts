import { allow, document, namespaceOf, readCommand, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Plan } from '../planner.ts';
import { openScan } from '../scan.ts';
import { doc, type Doc } from '../value.ts';
import { distinctSelection, pipelineSelection } from './aggregate.ts';
import { countSelection, findSelection, planFor, type Selection } from './find.ts';

/** Tells which index a read uses, and how much it looks at; it answers no documents. */
export function explain(command: Command, server: Server): Doc {
  allow(command, 'verbosity');
  const inner = document(command.body, 'explain');
  const name = inner.keys().next().value ?? '';
  const asked = readCommand(name, new Map([...inner, ['$db', command.database]]));
  const namespace = namespaceOf(asked);
  const read =
    reads.get(name) ?? refuse('CommandNotSupported', `explain of ${name} is not supported by this server`);
  const selection = read(asked);
  const collection = server.catalog.get(namespace);
  const chosen = planFor(collection, selection);
  const winningPlan = chosen ? stages(chosen, selection) : doc({ stage: 'EOF' });
  const queryPlanner = doc({ namespace, winningPlan, rejectedPlans: [] });
  const verbosity = command.body.get('verbosity') ?? 'allPlansExecution';
  if (verbosity === 'queryPlanner' || !collection || !chosen) return doc({ queryPlanner, ok: 1 });
  const scan = openScan(server.store, chosen, selection.sort);
  const want =
    selection.limit > 0 && chosen.sorted ? selection.skip + selection.limit : Number.MAX_SAFE_INTEGER;
  const nReturned = Math.max(0, scan.take(want, Number.MAX_SAFE_INTEGER).length - selection.skip);
  const executionStats = doc({
    executionSuccess: true,
    nReturned: selection.limit > 0 ? Math.min(nReturned, selection.limit) : nReturned,
    totalKeysExamined: chosen.index ? scan.examined : 0,
    totalDocsExamined: scan.examined,
  });
  return doc({ queryPlanner, executionStats, ok: 1 });
}

const reads: ReadonlyMap<string, (asked: Command) => Selection> = new Map([
  ['find', findSelection],
  ['count', countSelection],
  ['distinct', distinctSelection],
  ['aggregate', pipelineSelection],
]);

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
    isMultiKey: index.multikey,
    isUnique: index.unique,
    direction,
    intervals: intervals.length,
  });
  return doc({ stage: 'FETCH', inputStage: scan });
}
