import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { WebDeps } from '../../web-deps.ts';
import { show } from '../shell.tsx';

/** The state of the service at a glance. */
export const overviewPage =
  (_deps: WebDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/console', async (request, reply) =>
      show(request, reply, { title: 'Overview' }, <p>Overview</p>),
    );
  };
