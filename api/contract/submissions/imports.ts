import Type from 'typebox';
import { operations } from '../operation.ts';
import { named, namedClosed, Timestamp } from '../values.ts';

const maxRows = 200;

const NewImport = namedClosed('SubmissionImport', {
  rows: Type.Array(
    namedClosed('NewImportedRow', {
      key: Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The name of the row among all that are imported into the form. A row with a known name is never imported again.',
      }),
      answers: Type.Record(Type.String(), Type.Unknown()),
      submitted_at: Type.Optional({
        ...Timestamp,
        description: 'When the submission was made; now by default. Not in the future.',
      }),
    }),
    { minItems: 1, maxItems: maxRows },
  ),
});

export const ImportedRow = named('ImportedRow', {
  id: Type.Optional(Type.String({ description: 'The id of the submission.' })),
  replayed: Type.Optional(Type.Boolean({ description: 'Whether an earlier request had imported the row.' })),
  error: Type.Optional(
    named('RowError', {
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(
        Type.Array(
          named('RowProblem', {
            field: Type.Optional(Type.String()),
            path: Type.String(),
            code: Type.String(),
            message: Type.String(),
          }),
        ),
      ),
    }),
  ),
});

const ImportedRows = Type.Object(
  { data: Type.Array(ImportedRow) },
  {
    $id: 'ImportedRowList',
    description: 'The outcome of each row, in order: its submission, or the reason why it was refused.',
  },
);

export const importOperations = operations('admin', 'admin: forms', {
  importSubmissions: {
    route: 'POST /forms/:id/imports',
    summary: 'Import submissions into a form',
    description:
      'Rows that were answered elsewhere become submissions of the form, which may have any status but `archived`. Each keeps its ' +
      '`submitted_at`, and its record has `imported_at`. An invalid row is refused with its reasons, and the others are imported. ' +
      'A row that is sent again, at any time, is not imported twice; its outcome has `replayed`. Rows count and send webhooks like all submissions.',
    body: NewImport,
    response: { 200: ImportedRows },
    gives: ['X-Log-Position'],
    errors: ['quota_exceeded', 'form_not_published'],
    examples: {
      body: {
        rows: [
          { key: 'row-17', answers: { email: 'ada@example.com' }, submitted_at: '2025-11-03T08:15:00.000Z' },
          { key: 'row-18', answers: { email: 'nobody' } },
        ],
      },
      answers: [
        {
          data: [
            { id: '7nWq2HpX5jRf8gTz3LdE', replayed: false },
            {
              error: {
                code: 'invalid_request',
                message: 'Some answers are invalid.',
                details: [
                  { path: '/answers/email', code: 'invalid_format', message: 'Must be an e-mail address.' },
                ],
              },
            },
          ],
        },
      ],
    },
  },
});
