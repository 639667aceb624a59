import { streamOf } from '../../../domain/stream-names.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { CollectionOf } from '../../collections.ts';
import { destinations } from '../../read-models/destinations/projection.ts';
import { forms } from '../../read-models/forms/projection.ts';
import { keys } from '../../read-models/keys/projection.ts';
import { recoveries } from '../../read-models/recoveries/projection.ts';
import { correctionIndex } from '../../read-models/submissions/document.ts';
import { submissions } from '../../read-models/submissions/projection.ts';
import { hinted } from '../hinted.ts';

/** A stream with acts of an account. */
export interface TrailSource {
  readonly stream: string;
  /** The time before which it has no act, ISO 8601; null where the read models do not say. */
  readonly createdAt: string | null;
  /** The time of its last act, ISO 8601; null where the read models do not say. */
  readonly changedAt: string | null;
}

export interface Corrections {
  readonly sources: readonly TrailSource[];
  /** The time before which corrections are not listed; null if all are. */
  readonly completeSince: string | null;
}

/** Finds the streams that hold the acts of an account. */
export interface TrailSources {
  /** Returns the forms with their drafts, the keys, recoveries and present destinations of an account. */
  things(accountId: string): Promise<readonly TrailSource[]>;
  /** Returns the corrected submissions of an account among the newest of all accounts. */
  corrections(accountId: string): Promise<Corrections>;
}

/** So many corrected submissions of all accounts are looked at: the index of corrections has no account. */
const lookedAtCorrections = 2_000;

export function trailSources(collectionOf: CollectionOf): TrailSources {
  const there = { _deleted: { $exists: false } };
  return {
    async things(accountId) {
      const ofAccount = { account_id: accountId, ...there };
      const changed = { projection: { created_at: 1, updated_at: 1 } };
      const [forms_, keys_, recoveries_, destinations_] = await Promise.all([
        collectionOf(forms).find(ofAccount, changed).toArray(),
        collectionOf(keys)
          .find(ofAccount, { projection: { created_at: 1, revoked_at: 1 } })
          .toArray(),
        collectionOf(recoveries).find(ofAccount, changed).toArray(),
        collectionOf(destinations)
          .find(ofAccount, { projection: { created_at: 1 } })
          .toArray(),
      ]);
      return [
        ...forms_.flatMap(({ _id, created_at: createdAt, updated_at: changedAt }) => [
          { stream: streamOf.form(_id), createdAt, changedAt },
          // Saves of a draft do not change the document of its form.
          { stream: streamOf.formDraft(_id), createdAt, changedAt: null },
        ]),
        ...keys_.map(({ _id, created_at, revoked_at }) => ({
          stream: streamOf.apiKey(_id),
          createdAt: created_at,
          changedAt: revoked_at ?? created_at,
        })),
        ...recoveries_.map(({ _id, created_at: createdAt, updated_at: changedAt }) => ({
          stream: streamOf.recovery(_id),
          createdAt,
          changedAt,
        })),
        // Tests do not change the document of a destination.
        ...destinations_.map(({ _id, created_at: createdAt }) => ({
          stream: streamOf.destination(_id),
          createdAt,
          changedAt: null,
        })),
      ];
    },
    async corrections(accountId) {
      const found = await hinted((isHinted) =>
        collectionOf(submissions)
          .find(
            { corrected_at: { $gt: '' } },
            {
              projection: { account_id: 1, corrected_at: 1 },
              ...(isHinted && { hint: correctionIndex.keys }),
            },
          )
          .sort({ corrected_at: -1, _id: -1 })
          .limit(lookedAtCorrections)
          .toArray(),
      );
      const sources = found
        .filter(({ account_id }) => account_id === accountId)
        .map(({ _id, corrected_at }) => ({
          stream: streamOf.submission(_id),
          createdAt: null,
          changedAt: corrected_at ?? null,
        }));
      const isPartial = found.length === lookedAtCorrections;
      return { sources, completeSince: isPartial ? (found.at(-1)?.corrected_at ?? null) : null };
    },
  };
}

/** The destinations that the events of an account name, also those that were removed. */
export function destinationsNamedIn(events: readonly RecordedEvent[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { event } of events) {
    if (event.type === 'DestinationGranted') ids.add(event.data.destinationId);
    if (event.type === 'DestinationsCounted') event.data.destinationIds.forEach((id) => ids.add(id));
  }
  return ids;
}
