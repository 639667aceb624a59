import Type from 'typebox';
import { eventKindNames, eventKinds } from '../../../domain/sentences/event-kinds.ts';
import { at, formId } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, named, Nullable, PageQuery, Since, Timestamp, Until } from '../values.ts';
import { EventEntry, recorded, WordedChange } from './history.ts';

/** What a person or a key did: an event, or the saves of a draft in one sitting. */
export const Act = named('Act', {
  ...EventEntry.properties,
  worded_changes: Type.Array(WordedChange, {
    description: 'The changes as people saw them: labels, choices, amounts.',
  }),
  saves: Type.Optional(
    Type.Integer({
      description:
        'Of unpublished changes of a form: how many saves of one person without a pause of half an hour the sentence ' +
        'covers. The event is the last of them.',
    }),
  ),
  began_at: Type.Optional({ ...Timestamp, description: 'The time of the first of these saves.' }),
});

const TrailPage = Type.Object(
  {
    data: Type.Array(Act),
    count: Type.Integer(),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
    corrections_since: Nullable(
      Timestamp,
      'Corrections of answers before this time are in the histories of their submissions alone; null if all are listed.',
    ),
  },
  { $id: 'ActList', description: 'Acts, in the order asked for.' },
);

const kindTexts = eventKinds.map((kind) => `\`${kind}\`: ${eventKindNames[kind]}`).join('. ');

const TrailQuery = Type.Object(
  {
    ...PageQuery.properties,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Newest first, or oldest first.' }),
    ),
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only acts of this operator or key: its id, or its kind and id, such as `operator:ada`.',
      }),
    ),
    kind: Type.Optional(Type.Enum(eventKinds, { description: `Only acts of this kind. ${kindTexts}.` })),
    since: Type.Optional(Since),
    until: Type.Optional(Until),
  },
  closed,
);

const { deliveries: _, changes: __, ...event } = recorded;
const renamed = {
  ...event,
  stream: `form-${formId}`,
  type: 'FormDetailsChanged',
  sentence: 'Operator local gave the form the title “Feedback”.',
  data: { title: 'Feedback', at },
  worded_changes: [{ label: 'Title', before: 'Poll', after: 'Feedback' }],
};

export const trailOperations = operations('admin', 'admin: history', {
  trailOfAccount: {
    route: 'GET /accounts/:id/trail',
    summary: 'List the acts of people and API keys in an account',
    description:
      'Changes of forms, their unpublished changes, destinations, keys, the plan, recoveries, erasures and corrections, ' +
      'merged from the streams of the account. Submissions and single webhooks have histories of their own.',
    querystring: TrailQuery,
    response: { 200: TrailPage },
    gives: ['Link'],
    examples: {
      answers: [{ data: [renamed], count: 1, has_more: false, next_cursor: null, corrections_since: null }],
    },
  },
});
