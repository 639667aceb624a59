import { behaviours, newestBehaviour } from '../../embedded/eventstore/behaviour.ts';
import type { TestRun } from './run-file.ts';

/** What is shown of every version of EventStoreDB that the embedded server plays. */
const ofEachVersion = /^test\/(contract\/eventstore\/|projections\/generations\/(laws|rebuild)\.test)/;

/** How a test file is run: once, or once for each version that is played in place of a real server. */
export function runsOf(file: string): TestRun[] {
  if (!ofEachVersion.test(file) || process.env['EVENTSTORE_URL'] !== undefined) return [{ file, env: {} }];
  return behaviours.map((name) => ({
    file,
    // One round of the laws is enough for the older ones.
    env: { EMBEDDED_EVENTSTORE_BEHAVIOUR: name, ...(name !== newestBehaviour && { LAW_ROUNDS: '1' }) },
  }));
}
