import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checked,
  either,
  integer,
  nothing,
  object,
  type Shaped,
  string,
} from '../../../embedded-server/src/shapes.ts';

/** The scavenges of a node, kept beside the log: each node of a cluster scavenges its own files. */
const isScavengeState = object({
  /** The newest scavenge point that was completed; -1 for none. */
  done: integer(),
  /** The scavenge that runs, or did not end: the next scavenge continues with its point. */
  left: either(nothing, object({ id: string, point: integer() })),
});
export type ScavengeState = Shaped<typeof isScavengeState>;

export interface ScavengeStateFile {
  read(): ScavengeState;
  write(state: ScavengeState): void;
}

/** The name of the file that holds the state. */
export const scavengeFile = 'scavenge.json';

const none: ScavengeState = { done: -1, left: null };

/** The state in a file of a directory; a file that cannot be read counts as empty. */
export function scavengeStateIn(dir: string): ScavengeStateFile {
  const path = join(dir, scavengeFile);
  return {
    read() {
      try {
        return checked(isScavengeState, JSON.parse(readFileSync(path, 'utf8')), path);
      } catch {
        return none;
      }
    },
    write(state) {
      writeFileSync(`${path}.new`, JSON.stringify(state));
      renameSync(`${path}.new`, path);
    },
  };
}
