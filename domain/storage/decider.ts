import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { StorageEvent } from './events.ts';

export type StorageCommand =
  | {
      type: 'ReserveBytes';
      fileId: string;
      bytes: number;
      /** The bytes that the account may have; null for no limit. */
      limit: number | null;
      /** The bytes of the account's files of other months, or more. */
      elsewhere: number;
      at: string;
    }
  | { type: 'ReturnBytes'; fileId: string; at: string };

export interface StorageState {
  /** The bytes of each file. */
  readonly files: ReadonlyMap<string, number>;
  readonly used: number;
}

/** The bytes of an account's files of one month. A file counts once, however often that is said. */
export const storage: Decider<
  StorageState,
  StorageCommand,
  StorageEvent,
  Extract<DomainError, { code: 'plan_limit_reached' }>
> = {
  initial: { files: new Map(), used: 0 },
  decide(command, { files, used }) {
    const { fileId, at } = command;
    if (command.type === 'ReturnBytes')
      return ok(files.has(fileId) ? [{ type: 'FileBytesReturned', data: { fileId, at } }] : []);
    if (files.has(fileId)) return ok([]);
    const { bytes, limit, elsewhere } = command;
    const current = used + elsewhere;
    if (limit !== null && current + bytes > limit)
      return err({ code: 'plan_limit_reached', resource: 'file_bytes', limit, current });
    return ok([{ type: 'FileBytesReserved', data: { fileId, bytes, at } }]);
  },
  evolve({ files, used }, event) {
    const { fileId } = event.data;
    const next = new Map(files);
    if (event.type === 'FileBytesReserved')
      return { files: next.set(fileId, event.data.bytes), used: used + event.data.bytes };
    next.delete(fileId);
    return { files: next, used: used - (files.get(fileId) ?? 0) };
  },
};
