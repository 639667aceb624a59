/** The metadata of events whose origin does not matter to a test. */
export const metadata = {
  accountId: 'acc',
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: 'd',
} as const;
