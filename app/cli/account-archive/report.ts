import type { Output } from '../terminal/output.ts';
import type { NotTaken } from './not-taken.ts';
import type { Refusals } from './refusals.ts';

/** Collects what the runs of an import could not take over. With `--json`, each is a line of its own. */
export interface Report {
  /** Records what is added from now on, for later runs. */
  recordIn(refusals: Refusals): void;
  add(item: NotTaken): void;
  /** Says that a record was taken over, which an earlier run may have reported. */
  taken(item: Pick<NotTaken, 'kind' | 'subject'>): void;
  /** Adds what earlier runs reported and this one did not try again. */
  addEarlier(): void;
  /** The number of records that were not taken over, and of those that are a failure. */
  readonly total: number;
  readonly failures: number;
  /** Prints the reasons with their numbers. */
  print(): void;
}

/** How many subjects a line for people names. */
const namedSubjects = 3;

export function openReport(output: Output): Report {
  const groups = new Map<string, { count: number; readonly subjects: string[] }>();
  let [total, failures] = [0, 0];
  let record: Refusals | null = null;

  function note({ kind, subject, reason, isByDesign, count = 1 }: NotTaken): void {
    output.record({ not_imported: { kind, subject, reason, count } });
    total += count;
    if (isByDesign !== true) failures += count;
    const key = `${kind}: ${reason}`;
    const group = groups.get(key) ?? { count: 0, subjects: [] };
    group.count += count;
    if (group.subjects.length < namedSubjects) group.subjects.push(subject);
    groups.set(key, group);
  }

  return {
    recordIn: (refusals) => void (record = refusals),
    add(item) {
      record?.add(item);
      note(item);
    },
    taken: (item) => record?.tryAgain(item),
    addEarlier: () => record?.earlier.forEach(note),
    get total() {
      return total;
    },
    get failures() {
      return failures;
    },
    print() {
      if (groups.size > 0) output.print('Not taken over:');
      for (const [key, { count, subjects }] of groups)
        output.print(`  ${count} × ${key} (${subjects.join(', ')}${count > subjects.length ? ', …' : ''})`);
    },
  };
}
