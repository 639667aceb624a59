import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planNotices } from '../../../dispatcher/notices/plan-notices.ts';
import { noticePlanner } from '../../../dispatcher/notices/planner.ts';
import type { Role } from '../../../domain/membership/roles.ts';
import type { ChannelChoice } from '../../../domain/notice-choices/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { actionsOf, at, type History, submitted } from '../events.ts';

const test = suite('the planner of notices');

const joined = (personId: string, role: Role = 'owner'): History[number] => [
  'members-a1',
  { type: 'MemberJoined', data: { personId, role, invitationId: null, at } },
];
const removed = (personId: string): History[number] => [
  'members-a1',
  { type: 'MemberRemoved', data: { personId, at } },
];
const choose = (
  personId: string,
  choice: Partial<ChannelChoice>,
  channel: 'mail' | 'chat' = 'mail',
): History[number] => [
  streamOf.noticeChoices('a1', personId),
  {
    type: 'NoticesChosen',
    data: { personId, channel, choice: { kinds: [], submissions: null, ...choice }, at },
  },
];
const chat = (personId: string): History[number] => [
  streamOf.noticeChoices('a1', personId),
  {
    type: 'ChatAddressChosen',
    data: { personId, address: { keyId: 'k', nonce: '', ciphertext: '', tag: '' }, host: 'chat.test', at },
  },
];
const failedAttempt = (attempt: number): History[number] => [
  'delivery-d',
  {
    type: 'DeliveryAttempted',
    data: {
      destinationId: 'x',
      attempt,
      startedAt: at,
      durationMs: 1,
      outcome: { kind: 'response', status: 500, excerpt: '' },
      nextAttemptAt: at,
      at,
    },
  },
];
const exhausted = (reason: 'rejected' | 'not_repeated'): History[number] => [
  'delivery-d',
  { type: 'DeliveryExhausted', data: { destinationId: 'x', attempt: 1, reason, at } },
];
const disabled = (kind: 'gone' | 'operator'): History[number] => [
  'destination-x',
  { type: 'DestinationDisabled', data: { reason: { kind }, at } },
];
const closed: History[number] = ['form-f1', { type: 'FormClosed', data: { at } }];
const reserved: History[number] = [
  'quota-a1-202603',
  { type: 'SubmissionQuotaReserved', data: { submissionIds: ['s1'], formId: null, at } },
];

/** The planned notices: person, channel and kind. */
const toldOf = (...history: History): string[] =>
  actionsOf(noticePlanner, history).actions.flatMap(({ trigger, to }) =>
    to.map(({ personId, channel }) => `${personId} ${channel} ${trigger?.kind ?? 'quota'}`),
  );

test('people get the notices that they have chosen, through the channel that they have chosen', () => {
  const kinds = ['destination.failing', 'destination.disabled'] as const;
  const ann = [joined('ann'), choose('ann', { kinds: [...kinds] })] as History;
  assert.equal(toldOf(...ann, failedAttempt(3)), ['ann mail destination.failing']);
  assert.equal(toldOf(...ann, exhausted('rejected')), ['ann mail destination.failing']);
  assert.equal(toldOf(...ann, disabled('gone')), ['ann mail destination.disabled']);
  assert.equal(toldOf(...ann, closed, submitted('s1')), []);
  const inChat = [choose('ann', { kinds: [...kinds] }, 'chat'), chat('ann')];
  assert.equal(toldOf(...ann, ...inChat, disabled('gone')), [
    'ann mail destination.disabled',
    'ann chat destination.disabled',
  ]);
  assert.equal(toldOf(joined('ann'), choose('ann', { kinds: [...kinds] }, 'chat'), disabled('gone')), []);
});

test('a first failure, a test and what people did themselves are no news', () => {
  const ann = [joined('ann'), choose('ann', { kinds: ['destination.failing', 'destination.disabled'] })];
  for (const event of [
    failedAttempt(1),
    failedAttempt(2),
    failedAttempt(4),
    exhausted('not_repeated'),
    disabled('operator'),
  ])
    assert.equal(toldOf(...ann, event), []);
});

test('only members get notices, by the choices as of the event', () => {
  const chosen = choose('ann', { kinds: ['form.closed'] });
  assert.equal(toldOf(chosen, closed), []);
  assert.equal(toldOf(closed, joined('ann'), chosen), []);
  assert.equal(toldOf(joined('ann'), chosen, removed('ann'), closed), []);
  assert.equal(toldOf(joined('ann'), chosen, removed('ann'), joined('ann'), closed), [
    'ann mail form.closed',
  ]);
  assert.equal(toldOf(joined('ann'), chosen, choose('ann', {}), closed), []);
});

test('a viewer gets notices of forms and submissions, and none of the quota', () => {
  const kinds = ['form.closed', 'quota.reached'] as const;
  const vic = [joined('vic', 'viewer'), choose('vic', { kinds: [...kinds], submissions: 'each' })];
  assert.equal(toldOf(...vic, closed, reserved, submitted('s1')), [
    'vic mail form.closed',
    'vic mail submission.created',
  ]);
  const ed = [joined('ed', 'editor'), choose('ed', { kinds: ['quota.reached'] })];
  assert.equal(toldOf(...ed, reserved), ['ed mail quota']);
});

test('submissions are reported each or in a digest, and incomplete ones never', () => {
  const each = [joined('ann'), choose('ann', { submissions: 'each' })];
  const daily = [joined('bob'), choose('bob', { submissions: 'daily' })];
  assert.equal(toldOf(...each, ...daily, submitted('s1'), submitted('s2', 'f1', false)), [
    'ann mail submission.created',
  ]);
  const digest: History[number] = [
    streamOf.noticeChoices('a1', 'bob'),
    {
      type: 'DigestClosed',
      data: {
        personId: 'bob',
        channel: 'mail',
        pace: 'daily',
        since: at,
        until: at,
        forms: [{ formId: 'f1', count: 1 }],
        at,
      },
    },
  ];
  assert.equal(toldOf(...each, ...daily, digest), ['bob mail submission.digest']);
});

test('a submission changes no document', () => {
  const before = [joined('ann'), choose('ann', { submissions: 'daily' })];
  assert.is(noticePlanner.on['SubmissionCreated'], undefined);
  const docs = (...history: History) => actionsOf(noticePlanner, history).docs;
  assert.equal(docs(...before, submitted('s1')), docs(...before));
  assert.equal(docs(...before).get('a1')?.has_digests, true);
});

/** Everything that may happen, in every order. */
const happenings: History = [
  ...['ann', 'bob'].flatMap((name) => [
    joined(name),
    removed(name),
    chat(name),
    choose(name, { kinds: ['destination.failing', 'destination.disabled'], submissions: 'each' }),
    choose(name, { kinds: ['form.closed', 'destination.failing'] }, 'chat'),
  ]),
  failedAttempt(3),
  exhausted('rejected'),
  disabled('gone'),
  closed,
  submitted('s1'),
];

test('the documents forget a person who has left and chosen nothing, and keep no order but that of the others', () => {
  const history: History = [
    joined('ann'),
    choose('ann', { kinds: ['form.closed'], submissions: 'daily' }),
    chat('ann'),
    joined('bob'),
    removed('ann'),
    choose('ann', {}),
    [streamOf.noticeChoices('a1', 'ann'), { type: 'ChatAddressRemoved', data: { personId: 'ann', at } }],
  ];
  const people = (of: History) => actionsOf(noticePlanner, of).docs.get('a1')?.people;
  assert.equal(
    people(history)?.map(({ personId }) => personId),
    ['bob'],
  );
  // As a rebuild finds it once the choices are erased with the person.
  assert.equal(people(history.filter(([stream]) => !stream.startsWith('notices-'))), people(history));
});

test('in any history, with repetitions by restarts and by a second process, each notice is planned once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...happenings), { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 5 }),
      async (history, repetitions) => {
        const now = () => new Date(at);
        const log = openMemoryLog(now);
        const planned: string[] = [];
        log.watch(({ event }) => {
          if (event.type === 'NoticePlanned') planned.push(event.data.noticeId);
        });
        const ofProcess = () =>
          openAggregates({
            append: async (stream, expected, events) => log.append(stream, expected, events),
            async *readStream(stream, from = 0) {
              yield* log.stream(stream).filter(({ revision }) => revision >= from);
            },
          });
        const { actions } = actionsOf(noticePlanner, history);
        const plan = (some: typeof actions) => planNotices({ aggregates: ofProcess(), now, plans: {} }, some);
        await plan(actions);
        const once = [...planned];
        await Promise.all(repetitions.map(([from, count]) => plan(actions.slice(from, from + count))));
        assert.equal(planned, once);
        assert.is(new Set(planned).size, planned.length);
        const expected = new Set(
          actions.flatMap(({ trigger, to, eventId }) =>
            to.map(({ personId, channel }) =>
              [
                personId,
                channel,
                trigger?.kind,
                trigger?.kind === 'destination.failing' ? 'x' : eventId,
              ].join(),
            ),
          ),
        );
        assert.is(planned.length, expected.size);
      },
    ),
    { numRuns: 60 },
  );
});

test.run();
