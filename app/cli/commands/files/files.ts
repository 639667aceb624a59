import type { Command } from 'commander';
import type { Static } from 'typebox';
import { FileItem, FileRecord } from '../../../../api/contract/files/files.ts';
import { bytesInWords } from '../../../../domain/file/file-rules.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withLimit, withService } from '../../context.ts';
import { saveDownload } from '../../export/save.ts';
import { type Column, printItem, printList } from '../../terminal/output.ts';
import { withExample } from '../../with-json.ts';
import { uploadFile } from './upload-file.ts';
import { addVerify } from './verify-files.ts';

export const FileShown = response(FileRecord, 'id', 'name', 'size', 'type', 'sha256', 'submission_id', 'url');
const FileListed = response(FileItem, 'id', 'form_id', 'size', 'received_at', 'submission_id');

const columns: readonly Column<Static<typeof FileListed>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['form', ({ form_id }) => form_id],
  ['size', ({ size }) => bytesInWords(size)],
  ['received', ({ received_at }) => received_at],
  ['submission', ({ submission_id }) => submission_id],
];

const details: readonly Column<Static<typeof FileShown>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  ['size', ({ size }) => bytesInWords(size)],
  ['sha256', ({ sha256 }) => sha256],
  ['submission', ({ submission_id }) => submission_id],
  ['link', ({ url }) => url],
];

interface UploadOptions extends CommonOptions {
  readonly form: string;
  readonly field: string;
  readonly name?: string;
}

const pathOf = (id: string, rest = ''): string => `/api/admin/v1/files/${encodeURIComponent(id)}${rest}`;

/** `formlog files …` */
export function defineFiles(files: Command, context: CliContext): void {
  withExample(files, 'files upload cv.pdf --form 4fJkZ0qJ2mXr8sVtYb1c --field cv');

  withService(
    files
      .command('upload')
      .description('upload a file; the answer to the question then names its id')
      .argument('<file>', 'the file')
      .requiredOption('--form <id>', 'the form that the file is for')
      .requiredOption('--field <key>', 'its question of kind file')
      .option('--name <name>', 'another name for the file'),
    'files upload cv.pdf --form 4fJkZ0qJ2mXr8sVtYb1c --field cv',
  ).action(async (file: string, { form, field, name, ...options }: UploadOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const target = { path: await accountPath('files'), form, field, name };
    printItem(output, await uploadFile(api, file, target), details);
  });

  withService(
    withLimit(files.command('list').description('list files, newest first')).option(
      '--form <id>',
      'only files of this form',
    ),
    'files list --form 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async ({ form, limit, ...options }: CommonOptions & { form?: string; limit: number }) => {
    const { api, accountPath, output } = openSession(context, options);
    const items = await api.list(await accountPath('files'), FileListed, { form_id: form }, limit);
    printList(output, items, columns, 'No files found.');
  });

  withService(
    files.command('show').description('show a file, with a link to its content').argument('<id>', 'the file'),
    'files show 9kLm4NoP5qRsTu7VwX8y',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    printItem(output, await api.get(pathOf(id), FileShown), details);
  });

  addVerify(files, context);

  withService(
    files
      .command('download')
      .description('download the content of a file')
      .argument('<id>', 'the file')
      .requiredOption('--output <file>', 'the file to write'),
    'files download 9kLm4NoP5qRsTu7VwX8y --output cv.pdf',
  ).action(async (id: string, { output: file, ...options }: CommonOptions & { output: string }) => {
    const { api, output } = openSession(context, options);
    const remainder = { path: pathOf(id, '/content'), query: {}, keep: 0 };
    const streams = context.streams;
    await saveDownload({ api, streams, output }, file, false, {
      prefix: '',
      remainderOf: () => Promise.resolve(remainder),
    });
    output.record({ id, file });
  });
}
