import { mkdirSync } from 'node:fs';
import { serialize } from 'bson';
import { serverOver } from '../../../embedded-mongodb/src/command.ts';
import { runCommand } from '../../../embedded-mongodb/src/commands/registry.ts';
import { Store } from '../../../embedded-mongodb/src/storage/store.ts';
import { decode } from '../../../embedded-mongodb/src/wire/decode.ts';
import { indexes, namespace, type Submission } from './documents.ts';

/** A key and its bytes, as they go to LMDB. */
export interface Put {
  readonly key: Buffer;
  readonly value: Buffer;
}

export interface Recorder {
  /** What the embedded server puts when it is sent these documents in one bulk write of upserts. */
  putsOf(documents: readonly Submission[]): Promise<Put[]>;
  close(): Promise<void>;
}

const [database = '', collection = ''] = namespace.split('.');
const session = { id: Buffer.alloc(16, 1) };

/** Runs the commands of the embedded server, without its network, over a store that notes what is put. */
export async function openRecorder(dir: string): Promise<Recorder> {
  mkdirSync(dir, { recursive: true });
  let puts: Put[] = [];
  class NotingStore extends Store {
    override put(key: Buffer, value: Buffer): void {
      puts.push({ key: Buffer.from(key), value: Buffer.from(value) });
      super.put(key, value);
    }

    override add(key: Buffer, value: Buffer): boolean {
      puts.push({ key: Buffer.from(key), value: Buffer.from(value) });
      return super.add(key, value);
    }
  }
  const store = new NotingStore(dir);
  const server = serverOver(store, '127.0.0.1:0');
  const login = { user: undefined, conversation: undefined };
  const client = { id: 1, login, wait: () => Promise.resolve() };
  const run = (command: object): Promise<unknown> => {
    const body = decode(Buffer.from(serialize({ ...command, $db: database })));
    const [name = ''] = body.keys();
    return runCommand(name, body, server, client);
  };
  const specs = indexes.map(({ keys }) => ({ key: keys, name: Object.keys(keys).join('_') }));
  await run({ createIndexes: collection, indexes: specs });
  let txnNumber = 0n;

  return {
    async putsOf(documents) {
      puts = [];
      const updates = documents.map((u) => ({ q: { _id: u._id }, u, upsert: true }));
      await run({ update: collection, updates, ordered: false, lsid: session, txnNumber: ++txnNumber });
      return puts;
    },
    close: () => store.close(),
  };
}
