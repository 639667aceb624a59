import type { Output } from '../terminal/output.ts';

/** A record that is not taken over, or not as it was. */
export interface NotTaken {
  readonly kind:
    'form' | 'draft' | 'submission' | 'file' | 'payment' | 'destination' | 'history' | 'setting' | 'member';
  /** The id or the name that it has in the archive. */
  readonly subject: string;
  readonly reason: string;
  /** Whether the format has no place for it in a service, so that it is no failure of this import. */
  readonly isByDesign?: true;
  /** How many records this is about; 1 by default. */
  readonly count?: number;
}

/** Collects what an import could not take over. With `--json`, each is a line of its own. */
export interface Report {
  add(item: NotTaken): void;
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
  return {
    add({ kind, subject, reason, isByDesign = false, count = 1 }) {
      output.record({ not_imported: { kind, subject, reason, count } });
      total += count;
      if (!isByDesign) failures += count;
      const key = `${kind}: ${reason}`;
      const group = groups.get(key) ?? { count: 0, subjects: [] };
      group.count += count;
      if (group.subjects.length < namedSubjects) group.subjects.push(subject);
      groups.set(key, group);
    },
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
