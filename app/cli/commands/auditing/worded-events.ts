import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Command } from 'commander';
import type { Static } from 'typebox';
import { Act } from '../../../../api/contract/history/trail.ts';
import { eventHeadings, eventRows } from '../../../../api/exports/event-rows.ts';
import { csvRows } from '../../../../api/exports/write-csv.ts';
import { fileReason } from '../../../file-reason.ts';
import { response } from '../../client/response-schema.ts';
import { misused } from '../../failure.ts';
import { jsonLine } from '../../terminal/json-line.ts';
import type { Column, Output } from '../../terminal/output.ts';

/** An event in words. Services of earlier releases have no words. */
export const WordedEvent = response(Act, 'revision', 'recorded_at', 'type', 'actor');
type WordedEvent = Static<typeof WordedEvent>;

type Said = Pick<WordedEvent, 'actor' | 'sentence' | 'type'>;

/** What happened, for people. */
export const sentenceIn = ({ sentence, type, actor }: Said): string =>
  sentence ?? `${type} by ${actor.kind} ${actor.id}`;

/** Each change with its values before and after. */
export const changesIn = ({ worded_changes }: Pick<WordedEvent, 'worded_changes'>): string =>
  (worded_changes ?? [])
    .map(({ label, before, after }) => `${label}: ${before ?? 'empty'} → ${after ?? 'empty'}`)
    .join('; ');

export const eventColumns: readonly Column<WordedEvent>[] = [
  ['recorded', ({ recorded_at }) => recorded_at, 'whole'],
  ['what happened', sentenceIn],
  ['changed', changesIn],
];

/** Adds the option that writes the events to a file. */
export const withEventFile = (command: Command): Command =>
  command.option('-o, --output <file>', 'write the events to a file: as CSV for .csv, else as lines of JSON');

const csvOf = (events: readonly WordedEvent[]): string =>
  csvRows(
    [
      eventHeadings,
      ...events.flatMap((event) =>
        eventRows({
          ...event,
          sentence: sentenceIn(event),
          worded_changes: event.worded_changes ?? [],
          stream: event.stream ?? '',
          position: event.position ?? '',
          id: event.id ?? '',
          correlation_id: event.correlation_id ?? '',
        }),
      ),
    ],
    ',',
  );

/** Writes events to a new file. @throws CommandFailure if it exists, or cannot be written */
export async function saveEvents(
  output: Output,
  file: string,
  events: readonly WordedEvent[],
): Promise<void> {
  const isTable = extname(file).toLowerCase() === '.csv';
  const text = isTable ? csvOf(events) : events.map((event) => `${jsonLine(event)}\n`).join('');
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw misused(`${file} cannot be written: ${fileReason(error)}.`);
  }
  output.note(`${events.length} events written to ${file}.`);
}
