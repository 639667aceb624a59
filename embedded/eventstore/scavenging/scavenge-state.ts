import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** What a node remembers of its scavenges, beside the log: each node of a cluster scavenges its own files. */
const ScavengeState = Type.Object({
  /** The newest scavenge point that was completed; -1 for none. */
  done: Type.Integer(),
  /** The scavenge that runs, or that did not come to its end: the next one goes on with its point. */
  left: Type.Union([Type.Null(), Type.Object({ id: Type.String(), point: Type.Integer() })]),
});
export type ScavengeState = Static<typeof ScavengeState>;

export interface ScavengeStateFile {
  read(): ScavengeState;
  write(state: ScavengeState): void;
}

/** The name of the file that holds the state. */
export const scavengeFile = 'scavenge.json';

const none: ScavengeState = { done: -1, left: null };

/** The state in a file of a directory; a file that cannot be read says nothing. */
export function scavengeStateIn(dir: string): ScavengeStateFile {
  const path = join(dir, scavengeFile);
  return {
    read() {
      try {
        return Value.Parse(ScavengeState, JSON.parse(readFileSync(path, 'utf8')));
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
