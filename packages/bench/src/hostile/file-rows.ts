import { hostileQuery, type HostileRequest, hostileSending, withHeaders } from './requests.ts';
import type { HostileRow } from './row.ts';
import type { Genes } from './search.ts';
import type { WatchedService } from './service.ts';
import { pick, sized, textOf } from './sizes.ts';

const api = '/api/public/v1';
const unknownId = 'x'.repeat(20);

/** Beginnings by which a content is taken for one of a kind: text, a container, a document, pictures, an archive. */
const beginnings = [
  '',
  'PK\x03\x04',
  '%PDF-1.7\n',
  '<?xml version="1.0"?><svg>',
  'GIF89a',
  'Rar!\x1a\x07\x00',
];

/** Small parts of pictures: a chunk of a PNG, a block and an extension of a GIF, a chunk of a WebP. */
const pictureParts = ['\0\0\0\0tEXt\0\0\0\0', '\x01a', '!\x7e\0', 'XMP \0\0\0\0'];

const content = ([kind, letter, length]: Genes): string =>
  `${pick(beginnings, kind)}${textOf(letter, length, 2_000_000)}`;

/** A form that asks for a file. */
const fileForm = {
  title: 'Files',
  status: 'published',
  fields: [{ key: 'file', label: 'File', kind: 'file', validation: { max_files: 20 } }],
};

const definedFileForm = async (service: WatchedService, formId: string): Promise<string> =>
  (await service.define(fileForm)) ?? formId;

/** A step of an upload by tus, of an upload that may not exist. */
function uploadStep(genes: Genes, method: 'POST' | 'PATCH' | 'DELETE', path: string): HostileRequest {
  const body = method === 'PATCH' ? content(genes) : '';
  const metadata = Array.from({ length: sized(genes[3], 300) }, (_, n) => `k${n} ${'QUFB'.repeat(8)}`);
  const headers: Readonly<Record<string, string>> = {
    'tus-resumable': '1.0.0',
    ...(method === 'POST' && { 'upload-length': '10', 'upload-metadata': metadata.join(',') }),
    ...(method === 'PATCH' && { 'upload-offset': '0' }),
  };
  const type = method === 'PATCH' ? { type: 'application/offset+octet-stream', body } : {};
  return { method, path, headers, ...type };
}

/** The routes of files. @param tokenOf returns the token of a form's page */
export function fileRows(
  tokenOf: (service: WatchedService, formId: string) => Promise<string>,
): readonly HostileRow[] {
  const uploads = (
    [
      ['upload', `${api}/uploads`],
      ['form-upload', '/f/:form/files'],
    ] as const
  ).map(([name, route]): HostileRow => ({
    name,
    routes: [`POST ${route}`, `PATCH ${route}/:id`, `DELETE ${route}/:id`],
    prepare: (_, formId) => async (genes) => {
      const method = pick(['POST', 'PATCH', 'DELETE'] as const, genes[4]);
      const path = route.replace(':form', formId);
      return uploadStep(genes, method, method === 'POST' ? path : `${path}/${unknownId}`);
    },
  }));
  return [
    {
      name: 'upload-file',
      routes: [`POST ${api}/files`],
      async prepare(service, formId) {
        const id = await definedFileForm(service, formId);
        return async (genes) => {
          const name = encodeURIComponent(textOf(genes[3], genes[4], 600));
          const path = `${api}/files?form_id=${id}&field=file&name=${name}`;
          return { method: 'POST', path, type: 'application/octet-stream', body: content(genes) };
        };
      },
    },
    {
      name: 'store-picture',
      routes: [`POST ${api}/pictures`],
      prepare: () => async (genes) => ({
        method: 'POST',
        path: `${api}/pictures`,
        type: 'application/octet-stream',
        body: `${pick(beginnings, genes[0])}${pick(pictureParts, genes[1]).repeat(sized(genes[2], 60_000))}`,
      }),
    },
    ...uploads,
    {
      name: 'send-with-files',
      routes: ['POST /f/:form/with-files'],
      async prepare(service, formId) {
        const id = await definedFileForm(service, formId);
        const token = await tokenOf(service, id);
        return async (genes) => {
          const parts = Array.from(
            { length: sized(genes[3], 2_000) },
            (_, n) => `--x\r\ncontent-disposition: form-data; name="k${n}"\r\n\r\na\r\n`,
          );
          const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${content(genes)}\r\n--x--\r\n`;
          const body = `--x\r\ncontent-disposition: form-data; name="formToken"\r\n\r\n${token}\r\n${parts.join('')}${file}`;
          const sent = hostileSending(genes, `/f/${id}/with-files`, ['file'], token);
          return (genes[5] ?? 0) > 0.9 ? sent : { ...sent, type: 'multipart/form-data; boundary=x', body };
        };
      },
    },
    ...Object.entries({
      files: `${api}/files`,
      'one-file': `${api}/files/:id`,
      'file-content': `${api}/files/:id/content`,
      'linked-file': '/files/:token',
      'one-picture': `${api}/pictures/:id`,
      'picture-content': `${api}/pictures/:id/content`,
      'form-picture': '/f/:form/pictures/:picture',
    }).map(([name, route]): HostileRow => ({
      name,
      routes: [`GET ${route}`],
      prepare: () => async (genes) =>
        withHeaders(
          genes,
          hostileQuery(genes, route.replace(/:\w+/g, unknownId), ['limit', 'cursor', 'form_id']),
        ),
    })),
  ];
}
