import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rates } from '../../../api/limits/rates.ts';

/** The most bytes of a form of people without a session: a link or a secret, and some texts, each character encoded. */
const maxFormBytes = 32 * 1_024;

/**
 * Before the body is read: refuses an address that has guessed too often, even with the right guess.
 * @throws ApiError for such an address
 */
export const guardOf =
  (rates: Rates) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    rates.refuseBlocked(reply, request.ip);
    request.formBytes = maxFormBytes;
  };
