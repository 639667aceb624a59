import Type from 'typebox';
import { noticeCancelReasons, NoticeOutcome } from '../../../domain/notice/events.ts';
import { Channel, NoticeKind, Pace } from '../../../domain/notice/kinds.ts';
import { noticeStatuses } from '../../../domain/notice/state.ts';
import { AccountTrigger } from '../../../domain/notice/trigger.ts';
import { at, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, Id, Listing, named, namedClosed, Nullable, PageQuery, Timestamp } from '../values.ts';

const choice = {
  kinds: Type.Array(NoticeKind, { uniqueItems: true, maxItems: 20 }),
  submissions: Nullable(Pace, 'How often new submissions are reported; null for never.'),
};

export const NoticeChoices = named('NoticeChoices', {
  person_id: Type.String(),
  mail: Type.Object(choice),
  chat: Type.Object({
    ...choice,
    host: Nullable(Type.String(), 'The host of the chat; its address is a secret and is not shown.'),
  }),
});

const NewNoticeChoices = namedClosed('NewNoticeChoices', {
  mail: Type.Optional(Type.Object(choice, closed)),
  chat: Type.Optional(Type.Object(choice, closed)),
  chat_url: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 2_000 }),
      'The address of the incoming webhook of a chat, which takes `{"text": …}`; null removes it.',
    ),
  ),
});

export const Notice = named('Notice', {
  id: Type.String(),
  person_id: Type.String(),
  channel: Channel,
  about: AccountTrigger,
  status: Type.Enum(noticeStatuses),
  occurred_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  due_at: Nullable(Timestamp, 'When the next attempt is due.'),
  cancelled_because: Nullable(Type.Enum(noticeCancelReasons)),
  attempts: Type.Array(
    Type.Object({ attempt: Type.Integer({ minimum: 1 }), at: Timestamp, outcome: NoticeOutcome }),
  ),
});

const NoticesQuery = Type.Object(
  {
    ...PageQuery.properties,
    person: Type.Optional({ ...Id, description: 'Only notices to this person.' }),
    status: Type.Optional(Type.Enum(noticeStatuses)),
  },
  closed,
);

const ByPerson = Type.Object({ person: Id });
const ByAccountAndPerson = Type.Object({ id: Id, person: Id });

const personId = '5hKm2aXr7sVtYb1c4fJk';
const choices = {
  person_id: personId,
  mail: { kinds: ['destination.failing', 'quota.reached'], submissions: 'daily' },
  chat: { kinds: [], submissions: null, host: null },
};
const notice = {
  id: '9bRq4cZt8uXvAd3e6hMn',
  person_id: personId,
  channel: 'mail',
  about: { kind: 'destination.failing', destinationId: '2dTs6eBv1wYxCf5g8jPq' },
  status: 'sent',
  occurred_at: at,
  created_at: at,
  updated_at: at,
  due_at: null,
  cancelled_because: null,
  attempts: [{ attempt: 1, at, outcome: { kind: 'sent' } }],
};

export const noticeOperations = operations('admin', 'admin: accounts', {
  readNoticeChoices: {
    route: 'GET /accounts/:id/members/:person/notices',
    own: { operationId: 'readOwnNoticeChoices', params: ByPerson },
    params: ByAccountAndPerson,
    scope: 'account:write',
    summary: 'Read the notices that a member has chosen',
    description: 'The events of which a member gets a mail or a message in a chat.',
    response: { 200: NoticeChoices },
    answer: 'The choices of the member.',
    examples: { answers: [choices] },
  },
  chooseNotices: {
    route: 'PUT /accounts/:id/members/:person/notices',
    own: { operationId: 'chooseOwnNotices', params: ByPerson },
    params: ByAccountAndPerson,
    scope: 'account:write',
    summary: 'Choose the notices of a member',
    description:
      'A channel that is absent stays as it is. Notices in a chat need the address of its incoming webhook.',
    body: NewNoticeChoices,
    response: { 200: NoticeChoices },
    answer: 'The choices after the change.',
    gives: ['X-Log-Position'],
    examples: { body: { mail: choices.mail }, answers: [choices] },
  },
  listNotices: {
    route: 'GET /accounts/:id/notices',
    own: { operationId: 'listOwnNotices' },
    scope: 'account:write',
    summary: 'List the notices of an account',
    description: 'Each notice to a member with its attempts, newest first. It holds no address.',
    querystring: NoticesQuery,
    response: { 200: Listing(Notice, 'Newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(notice)] },
  },
});
