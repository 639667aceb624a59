import type { FastifyReply } from 'fastify';
import type { PictureContent } from '../../commands/picture/picture-content.ts';

/** A picture does nothing in a browser but to be shown, whatever it holds. */
const picturePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sends a picture with the type that was found in its content. */
export const sendPicture = (reply: FastifyReply, { type, bytes }: PictureContent): FastifyReply =>
  reply
    .type(type)
    .headers({ 'content-security-policy': picturePolicy, 'x-content-type-options': 'nosniff' })
    .send(bytes);
