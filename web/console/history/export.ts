import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inChunks } from '../../../api/exports/in-chunks.ts';
import { csvRows } from '../../../api/exports/write-csv.ts';
import { openTurns } from '../../../async/turns.ts';
import { actorText } from '../../../domain/sentences/authors.ts';
import { kindOf } from '../../../domain/sentences/event-kinds.ts';
import { eventEntry } from '../../../projections/queries/event-entry.ts';
import type { WordedChange } from '../../../projections/queries/worded/aspects.ts';
import { textOf } from '../../../projections/queries/worded/names.ts';
import type { WordedEvent } from '../../../projections/queries/worded/worded-history.ts';

export const eventFormats = ['csv', 'ndjson'] as const;
export type EventFormat = (typeof eventFormats)[number];

const headings = [
  'Time (UTC)',
  'What happened',
  'Changed',
  'Before',
  'After',
  'Kind',
  'Event',
  'By',
  'Stream',
  'Revision',
  'Position',
  'Event id',
  'Request id',
];

const nothing: WordedChange = { label: '', before: null, after: null };

/** A row for each change, or one row for an event that changed nothing. */
function rowsOf({ event, sentence, changes }: WordedEvent): string[][] {
  const { id, type, stream, revision, position, recorded_at, actor, correlation_id } = eventEntry(event, {});
  const worded = changes.length === 0 ? [nothing] : changes;
  return worded.map(({ label, before, after }) => [
    recorded_at,
    textOf(sentence),
    label,
    before ?? '',
    after ?? '',
    kindOf(event.event.type),
    type,
    actorText(actor),
    stream,
    String(revision),
    position,
    id,
    correlation_id,
  ]);
}

const lineOf = ({ event, sentence, changes }: WordedEvent, data: object): string =>
  `${JSON.stringify({ sentence: textOf(sentence), changes, ...eventEntry(event, data) })}\n`;

type DataOf = (event: WordedEvent['event']) => Promise<object>;

async function* linesOf(events: AsyncIterable<WordedEvent>, format: EventFormat, dataOf: DataOf) {
  const turns = openTurns();
  if (format === 'csv') yield csvRows([headings], ',');
  for await (const worded of events) {
    yield format === 'csv' ? csvRows(rowsOf(worded), ',') : lineOf(worded, await dataOf(worded.event));
    if (turns.isOver()) await turns.next();
  }
}

const types: Readonly<Record<EventFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

interface Download {
  readonly name: string;
  readonly format: EventFormat;
  readonly events: AsyncIterable<WordedEvent>;
  readonly dataOf: DataOf;
}

/** Streams events in words, oldest first. */
export const sendEvents = (reply: FastifyReply, { name, format, events, dataOf }: Download): FastifyReply =>
  reply
    .type(types[format])
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w-]/g, '_')}.${format}"`)
    .send(Readable.from(inChunks(linesOf(events, format, dataOf))));
