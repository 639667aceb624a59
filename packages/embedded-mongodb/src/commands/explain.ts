import { document, text } from '../arguments.ts';
import { allow, type Command, namespaceOf, readCommand, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Plan } from '../query/planner.ts';
import { visitAll } from '../time-limit.ts';
import { type Doc, doc } from '../wire/value.ts';
import { countSelection } from './count.ts';
import { findSelection, planFor, select, type Selection } from './find.ts';

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Tells which index a read uses, and how much it looks at; it answers no documents. */
export async function explain(command: Command, server: Server): Promise<Doc> {
  const { body, database, limit } = command;
  allow(command, 'verbosity');
  const verbosity = body.has('verbosity') ? text(body, 'verbosity') : 'allPlansExecution';
  if (!verbosities.includes(verbosity))
    refuse(
      'BadValue',
      `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`,
    );
  const inner = document(body, 'explain');
  const name = inner.keys().next().value ?? '';
  const asked = readCommand(name, new Map([...inner, ['$db', database]]), server);
  const selectionOf = name === 'find' ? findSelection : name === 'count' ? countSelection : undefined;
  if (!selectionOf)
    return refuse('CommandNotSupported', `explain of ${name} is not supported by this server`);
  const namespace = namespaceOf(asked);
  const selection = selectionOf(asked);
  const chosen = planFor(server, namespace, selection);
  const winningPlan = chosen ? stages(chosen, selection) : doc({ stage: 'EOF' });
  const queryPlanner = doc({ namespace, winningPlan, rejectedPlans: [] });
  if (verbosity === 'queryPlanner') return doc({ queryPlanner, ok: 1 });
  const examined = { entries: 0 };
  let nReturned = 0;
  await visitAll(select(server, namespace, selection, examined), limit, () => (nReturned += 1));
  const executionStats = doc({
    executionSuccess: true,
    nReturned,
    totalKeysExamined: chosen?.index ? examined.entries : 0,
    totalDocsExamined: examined.entries,
  });
  return doc({ queryPlanner, executionStats, ok: 1 });
}

function stages(chosen: Plan, { skip, limit }: Selection): Doc {
  let stage = access(chosen);
  if (!chosen.sorted) stage = doc({ stage: 'SORT', inputStage: stage });
  if (skip > 0) stage = doc({ stage: 'SKIP', inputStage: stage });
  return limit > 0 ? doc({ stage: 'LIMIT', limitAmount: limit, inputStage: stage }) : stage;
}

function access({ index, reverse, stretches, isMerged }: Plan): Doc {
  const direction = reverse ? 'backward' : 'forward';
  if (!index) return doc({ stage: 'COLLSCAN', direction });
  const scan = doc({
    stage: 'IXSCAN',
    keyPattern: document(index.spec, 'key'),
    indexName: index.name,
    isMultiKey: false,
    isUnique: index.isId,
    direction,
    intervals: stretches.length,
  });
  const fetched = doc({ stage: 'FETCH', inputStage: scan });
  return isMerged ? doc({ stage: 'SORT_MERGE', inputStage: fetched }) : fetched;
}
