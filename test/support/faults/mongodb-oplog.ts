import { type Command, commandIn, replyIn } from './mongodb-messages.ts';
import { openUpstream, type Upstream } from './mongodb-upstream.ts';

/** What became of a write: a majority has it, or it was rolled back. */
export type Fate = 'replicated' | 'dropped';

interface Entry {
  readonly message: Buffer;
  readonly namespace: string;
  readonly reply: Buffer;
  readonly at: number;
  readonly settle: (fate: Fate) => void;
}

/**
 * The writes of a primary on their way to the secondary, statement by statement and in order: only deterministic ones
 * replicate right, and a reply that differs from the primary's is an error of the proxy.
 */
export interface Oplog {
  /** The primary has done this write. @returns what becomes of it */
  add(command: Command, reply: Buffer): Promise<Fate>;
  /** How far the secondary stays behind; Infinity: it gets nothing more. */
  lag(ms: number): void;
  /** Ends replication. What the secondary does not have is dropped; before that, `isGraceful` lets it catch up. */
  end(isGraceful: boolean): Promise<number>;
}

const lanes = 4;
const batchSize = 64;

/** @param port of the secondary */
export function openOplog(port: number, initialLagMs: number): Oplog {
  const upstreams: Upstream[] = Array.from({ length: lanes }, () => openUpstream(port));
  let entries: Entry[] = [];
  let lagMs = initialLagMs;
  let isEnding = false;
  let wake: () => void = () => undefined;
  const running = run();

  async function run(): Promise<void> {
    while (!isEnding) {
      const waitMs = entries[0] ? entries[0].at + lagMs - performance.now() : Infinity;
      if (waitMs <= 0) await applyBatch(({ at }) => at + lagMs <= performance.now());
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (waitMs < Infinity) setTimeout(resolve, waitMs);
        });
    }
  }

  /** Applies the oldest entries: those of different collections side by side, as MongoDB does. */
  async function applyBatch(isDue: (entry: Entry) => boolean): Promise<void> {
    const batch: Entry[] = [];
    for (const entry of entries) {
      if (batch.length === batchSize || !isDue(entry)) break;
      batch.push(entry);
    }
    const names = [...new Set(batch.map(({ namespace }) => namespace))];
    await Promise.all(
      names.map(async (name, index) => {
        for (const entry of batch) if (entry.namespace === name) await apply(entry, index % lanes);
      }),
    );
    entries = entries.slice(batch.length);
    for (const { settle } of batch) settle('replicated');
  }

  async function apply({ message, reply, namespace }: Entry, lane: number): Promise<void> {
    const there = await upstreams[lane]?.exchange(message);
    const [own, other] = [summary(reply), there && summary(there)];
    if (own !== other) throw new Error(`the secondary diverged at ${namespace}: ${own} there, ${other} here`);
  }

  return {
    add(command, reply) {
      const { body, name } = command;
      return new Promise((settle) => {
        const namespace = `${body['$db']}.${body[name]}`;
        entries.push({ message: command.message, namespace, reply, at: performance.now(), settle });
        wake();
      });
    },
    lag(ms) {
      lagMs = ms;
      wake();
    },
    async end(isGraceful) {
      isEnding = true;
      wake();
      await running;
      while (isGraceful && entries.length > 0) await applyBatch(() => true);
      const dropped = entries;
      entries = [];
      for (const { settle } of dropped) settle('dropped');
      for (const upstream of upstreams) upstream.close();
      return dropped.length;
    },
  };
}

/** What two members must agree on. */
function summary(message: Buffer): string {
  const { ok, n, nModified, code, writeErrors } = replyIn(message);
  const errors: unknown[] = Array.isArray(writeErrors) ? writeErrors : [];
  return JSON.stringify([Number(ok), Number(n), Number(nModified), code, errors.length]);
}

/** The same command, if need be as one that is answered. */
export function answered(command: Command): Command {
  if (!command.isSilent) return command;
  const message = Buffer.from(command.message);
  message.writeUInt32LE(0, 16);
  return { ...commandIn(message), isSilent: true };
}
