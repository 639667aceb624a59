import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../api/errors/errors.ts';
import { webFile } from '../web-file.ts';

const own = (name: string): URL => webFile(`assets/files/${name}`);
const packageUrl = (path: string): URL => new URL(import.meta.resolve(path));

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The files that browsers get, and the sources that each is joined from. */
const sources = {
  'style.css': [
    packageUrl('@picocss/pico/css/pico.min.css'),
    own('theme.css'),
    ...[
      'frame',
      'sections',
      'tables',
      'filters',
      'lists',
      'chosen',
      'fields',
      'look',
      'charts',
      'history',
      'overview',
      'editor',
      'people',
      'direction',
      'print',
    ].map((part) => own(`console/${part}.css`)),
    own('form.css'),
  ],
  'editor.css': [own('editor/editor.css')],
  'charts.css': [packageUrl('uplot/dist/uPlot.min.css')],
  'console.js': [packageUrl('htmx.org/dist/htmx.min.js'), own('console.js')],
  'charts.js': [packageUrl('uplot/dist/uPlot.iife.min.js'), own('charts.js')],
  'editor.js': [
    'rank',
    'editor/model',
    'editor/merge',
    'editor/store',
    'editor/order',
    'editor/rows',
    'editor/renames',
    'editor/choices',
    'editor/first-answer',
    'editor/settings',
    'editor/acts',
    'editor/drag',
    'editor/sync',
    'editor/conflict',
    'editor/preview',
    'editor/editor',
  ].map((part) => own(`${part}.js`)),
  'answers.css': [own('console/answers.css')],
  'answers.js': [own('answers/images.js')],
  'form.js': [own('count.js'), own('rank.js'), own('save.js'), own('form.js')],
  'selection.js': [own('console/selection.js')],
  'time-zone.js': [own('console/time-zone.js')],
  'picture.js': [own('picture.js')],
  'passkey.js': [
    new URL('../dist/bundle/index.umd.min.js', packageUrl('@simplewebauthn/browser')),
    own('passkey.js'),
  ],
  'upload.js': [own('upload.js')],
  'icon.svg': [own('icon.svg')],
} as const satisfies Record<`${string}.${keyof typeof types}`, readonly URL[]>;

export type AssetName = keyof typeof sources;

interface Asset {
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
}

function load(name: AssetName): Asset {
  const [stem = '', extension = ''] = name.split('.');
  const type = Object.entries(types).find(([known]) => known === extension)?.[1] ?? '';
  // A script that lacks its last semicolon would swallow the first line of the next.
  const body = Buffer.concat(
    sources[name].flatMap((source) => [readFileSync(fileURLToPath(source)), Buffer.from('\n')]),
  );
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { url: `/assets/${stem}.${hash}.${extension}`, type, body };
}

const names = Object.keys(sources).filter((name): name is AssetName => name in sources);
const assets = new Map(names.map((name) => [name, load(name)]));

/** The address of an asset. It has the hash of the content, so that browsers may keep it for a year. */
export function assetUrl(name: AssetName): string {
  const asset = assets.get(name);
  if (!asset) throw new Error(`no asset ${name}`);
  return asset.url;
}

/** The script for pages of other sites, which has an address without a hash. */
export const embedScript = readFileSync(fileURLToPath(own('embed.js')));

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof encoders;

/** Compresses each asset once, when a browser first asks for it. */
function openCompressed() {
  const compressed = new Map<string, Promise<Buffer>>();
  return (asset: Asset, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${asset.url}`;
    const known = compressed.get(key) ?? encoders[encoding](asset.body);
    compressed.set(key, known);
    return known;
  };
}

/** Serves the assets. */
export const assetRoutes: FastifyPluginAsync = async (app) => {
  const byUrl = new Map([...assets.values()].map((asset) => [asset.url, asset]));
  const compressedBy = openCompressed();
  app.get('/assets/*', async (request, reply) => {
    const asset = byUrl.get(request.url);
    if (!asset) throw new ApiError('not_found');
    const accepted = [request.headers['accept-encoding'] ?? []].flat().join();
    const encoding = (['br', 'gzip'] as const).find((each) => new RegExp(`\\b${each}\\b`).test(accepted));
    reply
      .type(asset.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding');
    if (encoding === undefined) return reply.send(asset.body);
    return reply.header('content-encoding', encoding).send(await compressedBy(asset, encoding));
  });
};
