import { document, type Reader, text } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, readCommand, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Plan } from '../query/planner.ts';
import { visitAll } from '../time-limit.ts';
import { type Doc, doc } from '../wire/value.ts';
import { countArguments } from './count.ts';
import { findArguments, planFor, select, type Selection } from './find.ts';

const verbosity: Reader<string> = (fields, name, where) => {
  const value = fields.has(name) ? text(fields, name, where) : 'allPlansExecution';
  return ['queryPlanner', 'executionStats', 'allPlansExecution'].includes(value)
    ? value
    : refuse('BadValue', `Enumeration value '${value}' for field '${where}.${name}' is not a valid value.`);
};

/** Answers which index a read uses and how many entries it looks at, without the documents. */
export async function explain(command: Command, server: Server): Promise<Doc> {
  const asked = argumentsOf(command, { explain: document, verbosity });
  const name = asked.explain.keys().next().value ?? '';
  const inner = readCommand(name, new Map([...asked.explain, ['$db', command.database]]), server);
  const read = name === 'find' ? findArguments : name === 'count' ? countArguments : undefined;
  if (!read) return refuse('CommandNotSupported', `explain of ${name} is not supported by this server`);
  const namespace = namespaceOf(inner);
  const selection = read(inner);
  const chosen = planFor(server, namespace, selection);
  const winningPlan = chosen ? stages(chosen, selection) : doc({ stage: 'EOF' });
  const queryPlanner = doc({ namespace, winningPlan, rejectedPlans: [] });
  if (asked.verbosity === 'queryPlanner') return doc({ queryPlanner, ok: 1 });
  const examined = { entries: 0 };
  let nReturned = 0;
  await visitAll(select(server, namespace, selection, examined), command.limit, () => (nReturned += 1));
  const executionStats = doc({
    executionSuccess: true,
    nReturned,
    totalKeysExamined: chosen?.index ? examined.entries : 0,
    totalDocsExamined: examined.entries,
  });
  return doc({ queryPlanner, executionStats, ok: 1 });
}

function stages(chosen: Plan, { skip = 0, limit = 0 }: Selection): Doc {
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
    keyPattern: index.spec.get('key'),
    indexName: index.name,
    isMultiKey: index.arrays.size > 0,
    isUnique: index.isId,
    direction,
    intervals: stretches.length,
  });
  const fetched = doc({ stage: 'FETCH', inputStage: scan });
  return isMerged ? doc({ stage: 'SORT_MERGE', inputStage: fetched }) : fetched;
}
