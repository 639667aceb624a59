import type { TestService } from './service.ts';

const since = '2026-01-31T12:00:00.000Z';

/** A document that waits behind an event that cannot be applied. */
export const parkedKey = {
  generation: 'forms-1',
  scope: { kind: 'document', id: 'form-9' },
  account_id: null,
  event: { id: 'event-9', type: 'FormCreated', stream: 'form-9', revision: 0, position: '7' },
  cause: 'handler',
  reason: 'no <title>',
  events: 3,
  since,
  retried_at: null,
  is_retry_asked: false,
} as const;

/** A destination whose secret no key opens. */
export const parkedDestination = (id: string) => ({
  id,
  keyId: 'old',
  reason: 'no key opens it',
  since,
  retries: 2,
  retriedAt: since,
  nextRetryAt: since,
});

/** Has the read model of forms hold a document back, and a destination wait for a key. @returns how to undo it */
export function park({ deps }: Pick<TestService, 'deps'>, destinationId: string): () => void {
  const { projections, parkedDestinations } = deps;
  const before = [{ ...projections }, { ...parkedDestinations }] as const;
  Object.assign(projections, {
    parked: (name: string) => Promise.resolve(name === 'forms' ? [parkedKey] : []),
    maySkip: (_: string, id: string) => Promise.resolve(id === parkedKey.event.id ? null : 'not parked'),
  });
  Object.assign(parkedDestinations, {
    list: () => Promise.resolve([parkedDestination(destinationId)]),
  });
  return () => {
    Object.assign(projections, before[0]);
    Object.assign(parkedDestinations, before[1]);
  };
}
