import type { CommandContext } from '../../log/aggregates.ts';

/** The context of a command on a file's stream, which repeats nothing by itself: a claim of the same submission has no effect. */
export const withoutKeys = ({
  requestKey: _,
  idempotencyKey: __,
  ...context
}: CommandContext): CommandContext => context;
