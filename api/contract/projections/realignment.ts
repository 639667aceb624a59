import Type from 'typebox';
import { submission } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, Cursor, Listing, named, Nullable } from '../values.ts';

const divergence = {
  projection: 'submissions',
  reason: 'the log ends at position 4806, but it was read up to position 8626 before',
};

export const Realignment = named('Realignment', {
  diverged: Type.Array(
    Type.Object({ projection: Type.String(), reason: Type.String() }, { $id: 'RealignmentDiverged' }),
    {
      description: 'The read models and process managers that have read events which the log does not hold.',
    },
  ),
});

export const Missing = named('Missing', {
  model: Type.String(),
  id: Type.String(),
  account_id: Nullable(Type.String()),
  form_id: Nullable(Type.String()),
  at: Nullable(Type.String({ description: 'The time by which the read model lists it.' })),
  state: Type.Enum(['missing', 'earlier'], {
    description: '`earlier`: the log has the item, but not its last changes.',
  }),
});

const MissingQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    cursor: Type.Optional(Cursor),
  },
  closed,
);

export const realignmentOperations = operations('admin', 'admin: read models', {
  readRealignment: {
    route: 'GET /realignment',
    summary: 'List the projections that do not match the event log',
    description:
      'Empty while everything matches. The log is compared with the last event that each read model and process manager has read.',
    response: { 200: Realignment },
    answer: 'The projections that do not match the event log.',
    examples: { answers: [{ diverged: [] }] },
  },
  realign: {
    route: 'POST /realignment',
    summary: 'Rebuild the projections that do not match the event log',
    description:
      'For a log that was restored from a backup or replaced. Process managers start again; queries of a read model respond with 503 until it is built.',
    response: { 202: Realignment },
    answer: 'The realignment in progress.',
    examples: { answers: [{ diverged: [divergence] }] },
  },
  listMissing: {
    route: 'GET /realignment/missing',
    summary: 'List the items that the event log no longer holds',
    description:
      'Items that realigned read models had listed, without their content. `earlier` means that the log has the item, but not its last changes.',
    querystring: MissingQuery,
    response: { 200: Listing(Missing, 'By the name of the read model and the id.') },
    gives: ['Link'],
    examples: {
      answers: [
        {
          data: [
            {
              model: 'submissions',
              id: submission.id,
              account_id: 'acme',
              form_id: submission.form_id,
              at: submission.submitted_at,
              state: 'missing',
            },
          ],
          count: 1,
          has_more: false,
          next_cursor: null,
        },
      ],
    },
  },
});
