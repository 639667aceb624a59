import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../api/errors/errors.ts';
import { visitorIn } from '../session/visitor.ts';

/** Refuses the page of a change to visitors who may only read. @throws ApiError `insufficient_scope` */
export function requireWriter(request: FastifyRequest): void {
  if (!visitorIn(request).hasScope('webhooks:write'))
    throw new ApiError('insufficient_scope', {
      message: 'You can view destinations and recoveries but not change them.',
    });
}
