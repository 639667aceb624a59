import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { pictureContent } from '../../commands/picture/picture-content.ts';
import { storePicture } from '../../commands/picture/store-picture.ts';
import { picture, type StoredPicture } from '../../domain/picture/decider.ts';
import { uploadedPictureBytes } from '../../domain/picture/picture.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { contextFor } from '../auth/owners.ts';
import { pictureOperations, type PictureRecord } from '../contract/pictures/pictures.ts';
import { ApiError } from '../errors/errors.ts';
import { refuseOtherEncodings } from '../http/media-type.ts';
import { readBody } from '../http/read-body.ts';
import type { Mount } from '../mount.ts';
import { committed, readAfter } from '../requests/requests.ts';
import { sendPicture } from '../responses/send-picture.ts';

const pictureRecord = (stored: StoredPicture): Static<typeof PictureRecord> => ({
  id: stored.pictureId,
  type: stored.mediaType,
  width: stored.width,
  height: stored.height,
  size: stored.size,
  stored_at: stored.storedAt,
});

/** Reads the bytes of a body, whatever their type. */
export function takePictures(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    refuseOtherEncodings({ 'content-encoding': request.headers['content-encoding'] });
    return readBody(request, payload, uploadedPictureBytes);
  });
}

/** The route that stores a picture. Its bodies are bytes: see `takePictures`. */
export function pictureUpload(api: Mount, deps: Pick<ApiDeps, 'aggregates' | 'now' | 'plans'>): void {
  api.route(pictureOperations.storePicture, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const body: unknown = request.body;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const stored = committed(reply, await storePicture(deps, bytes, context));
    reply.header('location', `${api.prefix}/pictures/${stored.picture.pictureId}`);
    return pictureRecord(stored.picture);
  });
}

/** The pictures of an account. */
export function pictureRoutes(api: Mount, deps: Pick<ApiDeps, 'aggregates' | 'log' | 'progress'>): void {
  api.route(pictureOperations.readPicture, async (request) => {
    const { id } = request.params;
    await readAfter(request, deps.progress, ['accounts']);
    await contextFor(request, deps.aggregates, 'picture', id);
    const { state } = await deps.aggregates.load(picture, streamOf.picture(id));
    if (!state.exists) throw new ApiError('not_found');
    return pictureRecord(state);
  });

  api.route(pictureOperations.downloadPicture, async (request, reply) => {
    const { id } = request.params;
    await readAfter(request, deps.progress, ['accounts']);
    await contextFor(request, deps.aggregates, 'picture', id);
    const content = await pictureContent(deps.log, id);
    if (!content) throw new ApiError('not_found');
    return sendPicture(reply, content);
  });
}
