import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ApiError } from '../../../api/errors/errors.ts';
import { lookStyle } from './look-style.ts';

const named = /^([0-9a-f]{6})\.css$/;

/** Serves a style sheet for each colour, made from its name alone. */
export const lookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/assets/look/:name',
    { schema: { params: Type.Object({ name: Type.String() }) } },
    async (request, reply) => {
      const [, digits] = named.exec(request.params.name) ?? [];
      if (digits === undefined) throw new ApiError('not_found');
      return reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(lookStyle(`#${digits}`));
    },
  );
};
