import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { eventHeadings, eventRows } from '../../../api/exports/event-rows.ts';
import { inChunks } from '../../../api/exports/in-chunks.ts';
import { csvRows } from '../../../api/exports/write-csv.ts';
import { openTurns } from '../../../async/turns.ts';
import { wordedEntry } from '../../../projections/queries/worded/worded-entry.ts';
import type { WordedEvent } from '../../../projections/queries/worded/worded-history.ts';

export const eventFormats = ['csv', 'ndjson'] as const;
export type EventFormat = (typeof eventFormats)[number];

type DataOf = (event: WordedEvent['event']) => Promise<object>;

async function* linesOf(events: AsyncIterable<WordedEvent>, format: EventFormat, dataOf: DataOf) {
  const turns = openTurns();
  if (format === 'csv') yield csvRows([eventHeadings], ',');
  for await (const worded of events) {
    yield format === 'csv'
      ? csvRows(eventRows(wordedEntry(worded)), ',')
      : `${JSON.stringify(wordedEntry(worded, await dataOf(worded.event)))}\n`;
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
