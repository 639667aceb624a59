import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UploadSession } from '../../files/tus.ts';
import type { ApiDeps } from '../api-deps.ts';

/** Answers a request of tus. @throws ApiError and the errors of the file store */
export async function answerTus(
  { tus }: Pick<ApiDeps, 'tus'>,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  session: UploadSession,
): Promise<FastifyReply> {
  const { status, headers, body } = await (await tus()).handle(raw, reply.raw, session);
  reply.code(status).headers(headers);
  return body === '' || raw.method === 'HEAD'
    ? reply.send()
    : reply.type('text/plain; charset=utf-8').send(body);
}
