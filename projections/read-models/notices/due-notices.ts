import type { Channel } from '../../../domain/notice/kinds.ts';
import type { CollectionOf } from '../../collections.ts';
import { dueIndex, notices } from './projection.ts';

export interface DueNoticeQueries {
  /** Returns the ids of notices through a channel that are due at a time, ISO 8601, the first due first. */
  due(channel: Channel, at: string, limit: number): Promise<readonly string[]>;
}

export function dueNoticeQueries(collectionOf: CollectionOf): DueNoticeQueries {
  const collection = collectionOf(notices);
  return {
    async due(channel, at, limit) {
      const found = collection
        .find({ channel, due_at: { $lte: at } }, { hint: dueIndex.keys })
        .sort({ due_at: 1 })
        .limit(limit)
        .project<{ _id: string }>({ _id: 1 });
      return (await found.toArray()).map(({ _id }) => _id);
    },
  };
}
