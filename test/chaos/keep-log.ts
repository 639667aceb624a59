import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoundReport } from './round.ts';

/** Writes everything that is known of a round that broke a law. @returns the file */
export function keepLog({ seed, schedule, violations, notes, lines, states }: RoundReport): string {
  const file = join(tmpdir(), `formlog-chaos-${seed}-${Date.now()}.log`);
  const parts = [
    schedule.join(', '),
    JSON.stringify(violations, null, 2),
    notes.join('\n'),
    ...states,
    ...lines,
  ];
  writeFileSync(file, parts.join('\n\n'));
  return file;
}
