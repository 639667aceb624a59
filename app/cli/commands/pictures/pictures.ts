import type { Command } from 'commander';
import type { Static } from 'typebox';
import { bytesInWords } from '../../../../domain/file/file-rules.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { saveDownload } from '../../export/save.ts';
import { type Column, printItem } from '../../terminal/output.ts';
import { withExample } from '../../with-json.ts';
import { PictureShown, uploadPicture } from './upload-picture.ts';

const details: readonly Column<Static<typeof PictureShown>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['type', ({ type }) => type],
  ['pixels', ({ width, height }) => `${width} × ${height}`],
  ['size', ({ size }) => bytesInWords(size)],
];

const pathOf = (id: string, rest = ''): string => `/api/admin/v1/pictures/${encodeURIComponent(id)}${rest}`;

/** `formlog pictures …` */
export function definePictures(pictures: Command, context: CliContext): void {
  withExample(pictures, 'pictures upload logo.png');

  withService(
    pictures
      .command('upload')
      .description('store a PNG, JPEG, WebP or GIF of at most 96 KB, without its metadata')
      .argument('<file>', 'the file'),
    'pictures upload logo.png',
  ).action(async (file: string, options: CommonOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    printItem(output, await uploadPicture(api, await accountPath('pictures'), file), details);
  });

  withService(
    pictures.command('show').description('show a picture').argument('<id>', 'the picture'),
    'pictures show 5pXc3Rw8tYu1oKj6mNb2',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    printItem(output, await api.get(pathOf(id), PictureShown), details);
  });

  withService(
    pictures
      .command('download')
      .description('download a picture')
      .argument('<id>', 'the picture')
      .requiredOption('--output <file>', 'the file to write'),
    'pictures download 5pXc3Rw8tYu1oKj6mNb2 --output logo.png',
  ).action(async (id: string, { output: file, ...options }: CommonOptions & { output: string }) => {
    const { api, output } = openSession(context, options);
    const remainder = { path: pathOf(id, '/content'), query: {}, keep: 0 };
    const { streams } = context;
    await saveDownload({ api, streams, output }, file, false, {
      prefix: '',
      remainderOf: () => Promise.resolve(remainder),
    });
    output.record({ id, file });
  });
}
