import type { FastifyReply } from 'fastify';

/** Sends a body that is already encoded as JSON. */
export const sendJson = (reply: FastifyReply, json: string | Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
