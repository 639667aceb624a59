import type { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import { tableDisplays, tableHeadings, tableSplits } from '../../../domain/submission/table/columns.ts';
import { operations } from '../operation.ts';
import { closed, Id, LogPoint, ofCopy, Since, Until } from '../values.ts';
import { Answer, Search } from './submission-schemas.ts';

/** The selection of an export; the last three members resume an interrupted export. */
export const EventExportQuery = Type.Object(
  {
    from: Type.Optional(LogPoint),
    to: Type.Optional(LogPoint),
    type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    stream: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    account_id: Type.Optional(Id),
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,19}$', description: 'The position of the last line received.' }),
    ),
    hash: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The hash of the last line received.' }),
    ),
    count: Type.Optional(Type.Integer({ minimum: 0, description: 'The number of events received.' })),
  },
  closed,
);
export type EventExportQuery = Static<typeof EventExportQuery>;

const ofTables = {
  display: Type.Optional(
    Type.Enum(tableDisplays, {
      description:
        'Whether options are written as the `labels` that people saw (the default), or as `values`.',
    }),
  ),
  split: Type.Optional(
    Type.Enum(tableSplits, {
      description:
        'The parts of answers that have their own columns: each answer (`cells`); by default (`parts`) also each part of a name, an address or a payment ' +
        'and each row of a matrix; with `options` also each option of several choices and of a ranking.',
    }),
  ),
  headings: Type.Optional(
    Type.Enum(tableHeadings, {
      description: 'The label of each question (the default), its `key`, or `both`.',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The zone of `submitted_at` and `paid_at`, such as Europe/Berlin; UTC by default.',
    }),
  ),
};

export const ofCsv = {
  delimiter: Type.Optional(
    Type.Enum(['comma', 'semicolon', 'tab'], {
      description: 'The separator of the cells; a comma by default.',
    }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      description: 'Start with a byte order mark, by which Excel recognises UTF-8.',
    }),
  ),
};

/** The parameters of a download of submissions. */
export const DownloadOptions = Type.Object({ ...ofTables, ...ofCsv });
export type DownloadOptions = Static<typeof DownloadOptions>;

export const exportFormats = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The type of a download with files. */
export const archiveType = 'application/zip';

export type Format = keyof typeof exportFormats;

const SubmissionExportQuery = Type.Object(
  {
    format: Type.Optional(Type.Enum(['ndjson', 'csv', 'xlsx'], { default: 'ndjson' })),
    ...DownloadOptions.properties,
    since: Type.Optional(Since),
    until: Type.Optional(Until),
    search: Search,
    answer: Answer,
    with_incomplete: Type.Optional(
      Type.Boolean({ description: 'Include the submissions that are not complete.' }),
    ),
    with_files: Type.Optional(
      Type.Boolean({
        description:
          'Download a ZIP archive: the table, and the files under `files/SUBMISSION_ID/`. The table names their paths. ' +
          'Files that are missing from the store, or were changed there, are listed in `problems.csv` of the archive.',
      }),
    ),
    ...ofCopy,
    after_id: Type.Optional(Id),
    after_submitted_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The submitted_at of the last row received; needs after_id.',
      }),
    ),
  },
  closed,
);

const Download = Type.Unsafe<Readable>(Type.String());

export const exportOperations = operations('admin', 'admin: forms', {
  exportEvents: {
    route: 'GET /exports/events',
    tag: 'admin: history',
    summary: 'Download events, in a chain of hashes',
    description:
      'Newline-delimited JSON. Each line holds a hash of itself and of the line before; the last line states the count. ' +
      'An interrupted download continues after its last line.',
    querystring: EventExportQuery,
    response: {
      200: {
        description: 'A header line, a line for each event, and a closing line.',
        content: { [exportFormats.ndjson]: { schema: Download } },
      },
    },
    errors: ['not_found'],
    examples: { answers: [] },
  },
  exportSubmissions: {
    route: 'GET /forms/:id/exports/submissions',
    summary: 'Download the submissions to a form, oldest first',
    description:
      'Newline-delimited JSON, CSV or an Excel workbook, or a ZIP archive of one of them and the files that people submitted. ' +
      'An interrupted download continues after its last row, but for a workbook and an archive.',
    querystring: SubmissionExportQuery,
    response: {
      200: {
        description:
          'A line for each submission; as a table, a row of headings and a row for each submission.',
        content: Object.fromEntries(
          [...Object.values(exportFormats), archiveType].map((type) => [type, { schema: Download }] as const),
        ),
      },
    },
    examples: { answers: [] },
  },
});
