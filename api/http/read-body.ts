import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../errors/errors.ts';
import { tooManyBytes } from './body-limits.ts';

/**
 * Reads a body. The rest of a body that is too large is dropped after the answer (`dropped-bodies.ts`).
 * @param limit the most bytes
 * @throws ApiError `payload_too_large`
 */
export async function readBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  payload: Readable,
  limit: number,
): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooManyBytes(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    payload
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= limit) return void chunks.push(chunk);
        chunks.length = 0;
        reject(tooManyBytes(limit));
      })
      .once('end', resolve)
      .once('error', () => reject(cutOff()))
      // A body that was read to its end closes, too. An error takes the time of a stack trace.
      .once('close', () => {
        if (!payload.readableEnded) reject(cutOff());
      });
  });
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

const cutOff = () => invalidRequest('The body was cut off.');

const largeBody = 64 * 1_024;

/** Whether a body takes so long to parse that other requests have their turns meanwhile. @param length in bytes */
export const isLargeBody = (length: number): boolean => length > largeBody;

/** Lets other requests have their turn after a large body was parsed. @param length of the body in bytes */
export async function restAfterLargeBody(length: number): Promise<void> {
  if (isLargeBody(length)) await nextTurn();
}
