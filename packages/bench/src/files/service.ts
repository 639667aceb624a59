import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';
import { make, type RunningService, startService } from '../api/service.ts';
import type { Context } from '../harness/context.ts';
import { receiveContent, sendContent } from './transfer.ts';

/** A server that takes a content and sends it again. */
export interface Side {
  /** @returns where the content is */
  send(bytes: number): Promise<string>;
  receive(where: string): Promise<number>;
}

const Made = Type.Object({ id: Type.String() });
const largest = 2 * 1_024 ** 3;

/** The service with a form that asks for a file of any size up to `MAX_FILE_BYTES`. */
export async function startFiles(context: Context): Promise<Side & Pick<RunningService, 'pid'>> {
  const service = await startService(context);
  const form = await make(service, `accounts/${service.accountId}/forms`, {
    title: 'Files',
    status: 'published',
    fields: [{ key: 'file', label: 'File', kind: 'file', validation: { max_bytes: largest } }],
  });
  const headers = { 'x-api-key': service.key };
  const files = `${service.url}/api/public/v1/files`;
  return {
    pid: service.pid,
    async send(bytes) {
      const answer = await sendContent(`${files}?form_id=${form}&field=file`, bytes, headers);
      return `${files}/${Value.Parse(Made, JSON.parse(answer)).id}/content`;
    },
    receive: (where) => receiveContent(where, headers),
  };
}

/** Streams to and from a folder on the same disk. */
export async function startBare(context: Context): Promise<Side> {
  const dir = join(await context.tempDir(), 'bare');
  await mkdir(dir);
  const url = await context.start(entryUrl('./servers/bare-files', import.meta.url), '--dir', dir);
  let count = 0;
  return {
    async send(bytes) {
      const where = `${url}/content-${count++}`;
      await sendContent(where, bytes);
      return where;
    },
    receive: (where) => receiveContent(where),
  };
}
