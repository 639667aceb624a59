import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ApiError } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { sendPicture } from '../../../api/responses/send-picture.ts';
import { pictureContent } from '../../../commands/picture/picture-content.ts';
import { showsPicture } from '../../../domain/form/look.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { openFormFinder } from '../find-form.ts';

const Named = Type.Object({ form: Type.String(), picture: Type.String({ maxLength: 100 }) });

/** Serves the pictures that the pages of a form show now, and no others. A picture never changes under its address. */
export const pictureRoutes =
  (
    { log }: Pick<WebDeps, 'log'>,
    rates: Rates,
    find: ReturnType<typeof openFormFinder>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/f/:form/pictures/:picture',
      { onRequest: async ({ ip }) => rates.countFormPicture(ip), schema: { params: Named } },
      async (request, reply) => {
        const { form } = await find(request.params.form, request.ip);
        const { picture: pictureId } = request.params;
        const isShown = form.status !== 'draft' && showsPicture(form.look, pictureId);
        const content = isShown ? await pictureContent(log, pictureId) : null;
        if (!content) throw new ApiError('not_found');
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        return sendPicture(reply, content);
      },
    );
  };
