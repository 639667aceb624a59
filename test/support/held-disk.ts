/** To be imported ahead of the code that writes: its syncs beside the thread can be held up, and made to fail. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Done = (error: NodeJS.ErrnoException | null) => void;

const { fdatasync } = fs;
let held: ((error?: Error) => void)[] | null = null;

function sync(file: number, done: Done): void {
  if (held) held.push((error) => (error ? done(error) : fdatasync(file, done)));
  else fdatasync(file, done);
}
Object.assign(fs, { fdatasync: sync });
syncBuiltinESMExports();

/** Syncs that wait. */
export interface HeldSyncs {
  count(): number;
  /** Lets them go on, and all later ones. @param error fails those that wait */
  release(error?: Error): void;
}

/** From now on syncs wait. */
export function holdSyncs(): HeldSyncs {
  const waiting: NonNullable<typeof held> = [];
  held = waiting;
  return {
    count: () => waiting.length,
    release(error) {
      held = null;
      for (const go of waiting.splice(0)) go(error);
    },
  };
}
