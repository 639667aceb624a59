import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { droppedBytes, tooManyBytes } from '../../../../api/http/body-limits.ts';
import { uploadedPictureBytes } from '../../../../domain/picture/picture.ts';
import { readMultipart } from '../../../form/read-multipart.ts';

/** The most bytes of the texts together. */
const textBytes = 64 * 1_024;

/** What a browser sent: its texts by name, and the bytes of the files that were chosen. */
export type SentLook = Readonly<Record<string, string | Buffer>>;

/**
 * Reads a file. Of one that is too large, a byte more than a picture may have is kept: its refusal stands beside its control.
 * @throws ApiError `payload_too_large` for a file that is not worth reading to its end
 */
async function bytesOf({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > droppedBytes) throw tooManyBytes(droppedBytes);
    if (length <= uploadedPictureBytes) chunks.push(chunk);
  }
  return length > uploadedPictureBytes ? Buffer.alloc(uploadedPictureBytes + 1) : Buffer.concat(chunks);
}

async function readLookForm(request: FastifyRequest): Promise<SentLook> {
  const files = new Map<string, Buffer>();
  const texts = await readMultipart(request, textBytes, async (part) => {
    const bytes = await bytesOf(part);
    // A control without a file sends an empty one.
    if (bytes.length > 0) files.set(part.fieldname, bytes);
  });
  const last = Object.entries(texts).map(([name, values]) => [name, values.at(-1) ?? ''] as const);
  return Object.fromEntries<string | Buffer>([...last, ...files]);
}

/** Has the forms of an app that have files read into their bodies, before these are validated. */
export async function takeLookForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readLookForm(request);
  });
}
