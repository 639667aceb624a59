/** An event in words, as the API shows it. */
interface WordedEntry {
  readonly recorded_at: string;
  readonly sentence: string;
  readonly worded_changes: readonly {
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly type: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly id: string;
  readonly correlation_id: string;
}

/** The headings of a table of events. */
export const eventHeadings = [
  'Time (UTC)',
  'What happened',
  'Changed',
  'Before',
  'After',
  'Event',
  'By',
  'Stream',
  'Revision',
  'Position',
  'Event id',
  'Request id',
] as const;

const nothing = { label: '', before: null, after: null };

/** Returns a row for each change, or one row for an event that changed nothing. */
export function eventRows(entry: WordedEntry): string[][] {
  const { recorded_at, sentence, worded_changes, type, actor, stream, ...ids } = entry;
  const changes = worded_changes.length === 0 ? [nothing] : worded_changes;
  return changes.map(({ label, before, after }) => [
    recorded_at,
    sentence,
    label,
    before ?? '',
    after ?? '',
    type,
    `${actor.kind}:${actor.id}`,
    stream,
    String(ids.revision),
    ids.position,
    ids.id,
    ids.correlation_id,
  ]);
}
