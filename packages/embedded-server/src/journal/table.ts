import type { Database, Key } from 'lmdb';
import type { ByteReader, ByteWriter, Codec } from './codec.ts';

/** A table of LMDB. Changes to it belong inside `write`. */
export interface Table<K extends Key, V> extends Pick<Database<V, K>, 'get' | 'getRange' | 'getKeys'> {
  put(key: K, value: V): void;
  /** Puts a key that sorts behind all others: pages are filled instead of split. Other keys can be put, too. */
  append(key: K, value: V): void;
  /** Puts a key that is missing. @returns false if it was there */
  add(key: K, value: V): boolean;
  remove(key: K): void;
}

/** The tables of a journal. */
export interface Tables {
  open<K extends Key, V>(db: Database<V, K>, key: Codec<K>, value: Codec<V>): Table<K, V>;
  /** Repeats the noted changes. */
  redo(noted: ByteReader): void;
  /** Clears the notes. */
  begin(): void;
  /** The number of changes since `begin`. */
  changes(): number;
}

const operation = { put: 0, remove: 1, append: 2 } as const;
const ifAbsent = { noOverwrite: true };
const ifLast = { append: true };

/** @param notes receives every change, so that the journal can repeat it */
export function createTables(notes: ByteWriter): Tables {
  const redoing: ((kind: number, noted: ByteReader) => void)[] = [];
  let changes = 0;

  return {
    open<K extends Key, V>(db: Database<V, K>, key: Codec<K>, value: Codec<V>): Table<K, V> {
      const number = redoing.length;
      const notePut = (k: K, v: V, kind: number = operation.put): void => {
        notes.byte(number);
        notes.byte(kind);
        key.write(notes, k);
        value.write(notes, v);
      };
      const append = (k: K, v: V): void => {
        const appended: unknown = db.putSync(k, v, ifLast);
        if (appended !== true) db.putSync(k, v);
      };
      redoing.push((kind, noted) => {
        const k = key.read(noted);
        if (kind === operation.put) db.putSync(k, value.read(noted));
        else if (kind === operation.append) append(k, value.read(noted));
        else db.removeSync(k);
      });
      return {
        get: db.get.bind(db),
        getRange: db.getRange.bind(db),
        getKeys: db.getKeys.bind(db),
        put(k, v) {
          // A put that fails halfway is a change, too.
          changes += 1;
          db.putSync(k, v);
          notePut(k, v);
        },
        append(k, v) {
          changes += 1;
          append(k, v);
          notePut(k, v, operation.append);
        },
        add(k, v) {
          changes += 1;
          const added: unknown = db.putSync(k, v, ifAbsent);
          if (added === true) notePut(k, v);
          return added === true;
        },
        remove(k) {
          changes += 1;
          db.removeSync(k);
          notes.byte(number);
          notes.byte(operation.remove);
          key.write(notes, k);
        },
      };
    },
    redo(noted) {
      while (!noted.ended) {
        const number = noted.byte();
        const redo = redoing[number];
        if (!redo) throw new Error(`the journal names table ${number}, which does not exist`);
        redo(noted.byte(), noted);
      }
    },
    begin() {
      notes.clear();
      changes = 0;
    },
    changes: () => changes,
  };
}
