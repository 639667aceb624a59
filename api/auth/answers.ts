import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { GivenSettings } from '../../commands/destination/destination-checks.ts';
import { destination } from '../../domain/destination/decider.ts';
import type { DeliveryKind } from '../../domain/destination/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import { answersScope } from '../contract/values.ts';
import { ApiError } from '../errors/errors.ts';

/** Whether the body of such a delivery has answers; receivers may repeat them in their responses. */
export const carriesAnswers = (kind: DeliveryKind): boolean => kind.startsWith('submission.');

/** Whether a request may read answers: of an operator, or with a key that has the scope. */
export const mayReadAnswers = ({ caller }: Pick<FastifyRequest, 'caller'>): boolean =>
  caller === null || caller.scopes.includes(answersScope);

/** @throws ApiError `insufficient_scope` if the request may not read answers */
export function requireAnswers(request: FastifyRequest): void {
  if (!mayReadAnswers(request)) throw lacksScope();
}

/**
 * @param events the events of a new destination; by default it receives submissions
 * @throws ApiError `insufficient_scope` if the destination would receive answers that the key may not read
 */
export function requireAnswersFor(request: FastifyRequest, events?: readonly DeliveryKind[]): void {
  if (!mayReadAnswers(request) && (events?.some(carriesAnswers) ?? true)) throw lacksScope();
}

const routingSettings = ['url', 'events', 'formId'] as const;

/**
 * Refuses a key that may not read answers where it changes what a destination receives, or at which address. Deliveries
 * of submissions may wait for a destination that asks for none now.
 * @throws ApiError `insufficient_scope`
 */
export async function refuseRedirection(
  request: FastifyRequest,
  aggregates: Aggregates,
  destinationId: string,
  change: Partial<GivenSettings>,
): Promise<void> {
  if (mayReadAnswers(request)) return;
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists) return;
  const { settings } = state;
  const isRedirected = routingSettings.some(
    (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], settings[name]),
  );
  const { includedQuestions: questions } = change;
  const chosen = settings.includedFields?.flatMap(({ fieldIds }) => fieldIds) ?? settings.includedQuestions;
  if (isRedirected || (questions !== undefined && !isDeepStrictEqual(questions, chosen))) throw lacksScope();
}

const lacksScope = (): ApiError =>
  new ApiError('insufficient_scope', {
    message: `This key lacks the scope ${answersScope}: this concerns answers.`,
    details: { required_scope: answersScope },
  });
