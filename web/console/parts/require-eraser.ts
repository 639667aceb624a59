import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../api/errors/errors.ts';
import { visitorIn } from '../session/visitor.ts';

/** Whether the visitor may erase submissions: operators may. */
export function mayErase(request: FastifyRequest): boolean {
  const { operator, hasScope } = visitorIn(request);
  return operator !== null && hasScope(null);
}

/** Refuses the page before an erasure to visitors who may not erase. @throws ApiError `insufficient_scope` */
export function requireEraser(request: FastifyRequest): void {
  if (!mayErase(request))
    throw new ApiError('insufficient_scope', { message: 'You can view submissions but not erase them.' });
}
