import type { FastifyReply } from 'fastify';

/** Answers with what is JSON already. */
export const sendJson = (reply: FastifyReply, json: string | Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
