import Type from 'typebox';
import { UploadSource } from '../../../domain/file/events.ts';
import { at, formId, pageOf, submissionId } from '../examples.ts';
import { operations } from '../operation.ts';
import { answersScope, closed, Id, Listing, named, Nullable, PageQuery, Timestamp } from '../values.ts';

export const FileItem = named('FileSummary', {
  id: Type.String({ description: 'The id by which the answer to a question of kind `file` names the file.' }),
  form_id: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  uploaded_by: UploadSource,
  received_at: Timestamp,
  submission_id: Nullable(
    Type.String(),
    'The submission that the file belongs to. A file without one is removed after a day.',
  ),
});

export const FileRecord = Type.Object(
  {
    ...FileItem.properties,
    name: Type.String({ description: 'Without folders, and without characters that no file system takes.' }),
    type: Type.String({ description: 'The media type that was found in the content.' }),
    sha256: Type.String({ description: 'The hash of the content, in hex.' }),
    url: Type.String({
      description: 'A link to the content, which needs no key and works for one to two hours.',
    }),
  },
  { $id: 'File', description: 'A file with its link.' },
);

const FilesQuery = Type.Object({ ...PageQuery.properties, form_id: Type.Optional(Id) }, closed);

const UploadQuery = Type.Object(
  {
    form_id: { ...Id, description: 'The form that the file is for.' },
    field: { ...Id, description: 'The key or the id of its question of kind `file`.' },
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'The name of the file; `file` by default.',
      }),
    ),
    import_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The name of the file among all that are imported into the form. A content that is sent again under its name, at any ' +
          'time, is the same file. It replaces `Idempotency-Key`.',
      }),
    ),
  },
  closed,
);

/** Bytes of any type. */
const Bytes = { 'application/octet-stream': { schema: Type.Any() } };

const item = {
  id: '9kLm4NoP5qRsTu7VwX8y',
  form_id: formId,
  size: 18_204,
  uploaded_by: 'api',
  received_at: at,
  submission_id: submissionId,
};
const record = {
  ...item,
  submission_id: null,
  name: 'plan.pdf',
  type: 'application/pdf',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  url: 'https://forms.example/files/9kLm4NoP5qRsTu7VwX8y.t7k0q.5m2Xq0Zb1yJ8c3Vw',
};

export const fileOperations = operations('admin', 'admin: forms', {
  uploadFile: {
    route: 'POST /accounts/:id/files',
    own: { operationId: 'uploadOwnFile' },
    scope: 'files:write',
    summary: 'Upload a file in one request',
    description:
      'The body is the content, whatever its Content-Type. Type and size are checked while the bytes arrive. The file belongs to the ' +
      'submission whose answer names its id. One that no submission names within 24 hours is removed. Large files are better sent by tus, ' +
      'which resumes: `/api/public/v1/uploads`.',
    querystring: UploadQuery,
    receives: Bytes,
    response: { 201: FileRecord },
    gives: ['X-Log-Position', 'Location'],
    errors: [
      'payload_too_large',
      'unsupported_media_type',
      'storage_full',
      'file_store_unavailable',
      'infected_file',
      'plan_limit_reached',
      'erased',
    ],
    examples: { answers: [record] },
  },
  listFiles: {
    route: 'GET /accounts/:id/files',
    own: { operationId: 'listOwnFiles' },
    scope: answersScope,
    summary: 'List the files of an account, newest first',
    description: 'Files of submissions, and files that no submission has yet.',
    querystring: FilesQuery,
    response: { 200: Listing(FileItem, 'Files, newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(item)] },
  },
  readFile: {
    route: 'GET /files/:id',
    own: { operationId: 'readOwnFile' },
    scope: answersScope,
    summary: 'Read what is known of a file',
    description: 'Name, size, type and hash of a file, with a link to its content.',
    response: { 200: FileRecord },
    errors: ['file_store_unavailable'],
    examples: { answers: [record] },
  },
  downloadFile: {
    route: 'GET /files/:id/content',
    own: { operationId: 'downloadOwnFile' },
    scope: answersScope,
    summary: 'Download a file',
    description: 'The content, as an attachment. A `Range` of bytes may be asked for.',
    response: {
      200: { description: 'The content of the file.', content: Bytes },
      206: { description: 'The bytes of the range.', content: Bytes },
    },
    gives: ['Content-Disposition', 'ETag'],
    errors: ['range_not_satisfiable', 'infected_file', 'file_store_unavailable'],
    examples: { answers: [] },
  },
});
