import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** The part of the server to which a room of the console adds its routes. */
export type Routes = Parameters<FastifyPluginAsyncTypebox>[0];
