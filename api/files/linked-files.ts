import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import type { Rates } from '../limits/rates.ts';
import { fileIdInLink, linkPath } from '../requests/file-links.ts';
import { sendContent } from './send-content.ts';

/** Contents behind links that expire. Whoever has the link needs no key. */
export const linkedFiles =
  (
    deps: Pick<ApiDeps, 'aggregates' | 'contents' | 'fileLinkKeys' | 'now' | 'requireClean'>,
    rates: Rates,
  ): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    const refuseTheRest = refuseOtherMethods(app);
    app.get<{ Params: { token: string } }>(
      `${linkPath}/:token`,
      {
        schema: { hide: true },
        config: { transfersFile: true },
        onRequest: async ({ ip }) => rates.countFormPage(ip),
      },
      async (request, reply) => {
        const fileId = fileIdInLink(deps, request.params.token);
        if (fileId === null)
          throw new ApiError('not_found', { message: 'The link does not exist, or has expired.' });
        return sendContent(deps, fileId, request, reply);
      },
    );
    refuseTheRest();
  };
