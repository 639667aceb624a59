import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

const compress = promisify(gzip);

/**
 * Sends JSON compressed where the browser takes it. Only for answers without the session's token: the length of a compressed answer
 * tells of its content.
 */
export async function sendCompressed(reply: FastifyReply, value: object): Promise<FastifyReply> {
  const text = JSON.stringify(value);
  const accepted = [reply.request.headers['accept-encoding'] ?? []].flat().join();
  reply
    .type('application/json; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('cache-control', 'no-store');
  if (!/\bgzip\b/.test(accepted)) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compress(text));
}
