import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { derivedId } from '../../domain/derived-id.ts';
import type { StoredEvent } from '../../log/event-log.ts';
import type { Account } from './accounts.ts';
import { historyOf } from './history.ts';
import type { Evidence, ListedDelivery } from './law.ts';
import { type LawName, lawNames, violationsIn } from './laws.ts';

const test = suite('chaos/laws');

const account: Account = { id: 'a', plan: 'few', key: 'k', formIds: ['f'], destinations: ['d'] };
const publisher: Account = { id: 'p', plan: 'two', key: 'k', formIds: ['1', '2', '3'], destinations: [] };
const at = '2026-01-01T00:00:00.000Z';

type Written = readonly [type: string, stream: string, data: object];

const submitted: Written = [
  'SubmissionCreated',
  'submission-s',
  { submissionId: 's', accountId: 'a', form: { id: 'f' }, answers: ['key-1'] },
];
const reserved: Written = ['SubmissionQuotaReserved', 'quota-a-202601', { submissionIds: ['s'] }];
const settled: Written = [
  'SubmissionQuotaSettled',
  'quota-a-202601',
  { reservations: [0], submissionIds: [] },
];
const eventId = 'submission-s@0';
const deliveryId = derivedId(eventId, 'd');
const deliveryStream = `delivery-${deliveryId}`;
/** What the first event of the delivery records, beside what stands in its envelope. */
const planned = { planned: { kind: 'submission.created' } };
const attempted: Written = [
  'DeliveryAttempted',
  deliveryStream,
  {
    ...planned,
    destinationId: 'd',
    attempt: 1,
    startedAt: at,
    nextAttemptAt: null,
    succeeded: true,
    outcome: { kind: 'response', status: 204 },
  },
];
const disabled: Written = ['DestinationDisabled', 'destination-d', {}];
const skipped: Written = ['DeliverySkipped', deliveryStream, { planned: { destinationId: 'd' } }];
const sound = [reserved, submitted, settled, attempted];

const publication = (form: string): Written => ['FormPublished', `form-${form}`, {}];

/** A log with these events. */
function logOf(written: readonly Written[]) {
  const revisions = new Map<string, number>();
  const events = written.map(([type, stream, data], index): StoredEvent => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const place = { stream, revision, position: BigInt(index) };
    const metadata = { causationId: eventId };
    return { id: `${stream}@${revision}`, type, ...place, recordedAt: new Date(at), data, metadata };
  });
  return historyOf(events);
}

const listed: ListedDelivery = {
  id: deliveryId,
  eventId,
  destinationId: 'd',
  kind: 'submission.created',
  status: 'succeeded',
};

/** One submission that was answered, listed and delivered. */
const evidence: Evidence = {
  history: logOf(sound),
  journal: { acknowledged: new Map([['key-1', { id: 's', account }]]), unexplained: [], answers: {} },
  accounts: [account, publisher],
  listed: new Map([
    [account, ['s']],
    [publisher, []],
  ]),
  deliveries: [listed],
  received: [{ deliveryId, about: 'submission.created of s' }],
  crashes: [],
  differing: [],
};

const without = (type: string) => ({ history: logOf(sound.filter(([name]) => name !== type)) });
const withMore = (...more: readonly Written[]) => ({ history: logOf([...sound, ...more]) });

test('hold for a submission that was answered, listed and delivered', () => {
  assert.equal(violationsIn(evidence), []);
});

const others = { planned: { eventId: 'other' } };

/** What goes wrong, and the law that must say so. */
const mistakes: readonly [what: string, law: LawName, wrong: Partial<Evidence>][] = [
  ['an answered submission that is not in the log', 'no submission is lost', without('SubmissionCreated')],
  [
    'a key that made two submissions',
    'no submission is doubled',
    withMore(['SubmissionCreated', 'submission-t', { ...submitted[2], submissionId: 't' }]),
  ],
  [
    'a submission that is not listed',
    'every submission is listed once',
    { listed: new Map([[account, []]]) },
  ],
  [
    'a submission that is listed twice',
    'every submission is listed once',
    { listed: new Map([[account, ['s', 's']]]) },
  ],
  ['an event without a delivery', 'each event has one delivery for each destination', { deliveries: [] }],
  [
    'an event with two deliveries',
    'each event has one delivery for each destination',
    { deliveries: [listed, { ...listed, id: 'w' }] },
  ],
  [
    'a delivery under an id that does not follow from its event',
    'each event has one delivery for each destination',
    withMore(['DeliveryAttempted', 'delivery-w', attempted[2]]),
  ],
  [
    'a delivery that records the plan of another',
    'each event has one delivery for each destination',
    {
      history: logOf([...sound.slice(0, 3), [attempted[0], deliveryStream, { ...attempted[2], ...others }]]),
    },
  ],
  [
    'a delivery that records no plan',
    'each event has one delivery for each destination',
    {
      history: logOf([
        ...sound.slice(0, 3),
        [attempted[0], deliveryStream, { ...attempted[2], planned: undefined }],
      ]),
    },
  ],
  [
    'a delivery that an event schedules',
    'each event has one delivery for each destination',
    { history: logOf([...sound.slice(0, 3), ['DeliveryScheduled', deliveryStream, planned], attempted]) },
  ],
  [
    'a delivery that is sent although its destination was disabled before',
    'every delivery ends as its schedule says',
    { history: logOf([disabled, ...sound]) },
  ],
  [
    'a delivery that is listed as pending after its end',
    'the API lists how each delivery ended',
    { deliveries: [{ ...listed, status: 'pending' }] },
  ],
  ['a delivery without an end', 'every delivery ends as its schedule says', without('DeliveryAttempted')],
  [
    'a success that the receiver does not know of',
    'every delivery ends as its schedule says',
    { received: [] },
  ],
  [
    'a delivery that is skipped although its destination is enabled',
    'every delivery ends as its schedule says',
    { history: logOf([...sound.slice(0, 3), skipped]) },
  ],
  [
    'a destination that is disabled although its deliveries arrive',
    'a destination is disabled only for its failures',
    withMore(disabled),
  ],
  ['an attempt that is counted twice', 'every delivery ends as its schedule says', withMore(attempted)],
  [
    'two delivery ids of one event',
    'a receiver hears of an event under one delivery id',
    { received: [...evidence.received, { deliveryId: 'w', about: 'submission.created of s' }] },
  ],
  ['a process that crashed', 'no process ends by itself', { crashes: ['process-1 ended with exit code 1'] }],
  [
    'a model unlike its rebuild',
    'a read model is what a rebuild gives',
    { differing: ['forms: f different'] },
  ],
  ['a submission without a reservation', 'quotas are exact', without('SubmissionQuotaReserved')],
  [
    'a reservation that was used for nothing',
    'quotas are exact',
    withMore(
      ['SubmissionQuotaReserved', 'quota-a-202601', { submissionIds: ['gone'] }],
      ['SubmissionQuotaSettled', 'quota-a-202601', { reservations: [2], submissionIds: [] }],
    ),
  ],
  [
    'a third form published where two may be',
    'no more forms are published than the plan allows',
    withMore(publication('1'), publication('2'), publication('3')),
  ],
  [
    'a refusal from an old state',
    'every refusal has its reason',
    { journal: { ...evidence.journal, unexplained: ['POST: 409 form_not_published'] } },
  ],
];

for (const [what, law, wrong] of mistakes)
  test(`catch ${what}`, () => {
    const broken = violationsIn({ ...evidence, ...wrong }).map((violation) => violation.law);
    assert.ok(broken.includes(law), broken.join(', '));
  });

test('a spare reservation is used by the submission that it was assigned to', () => {
  const assignments = [{ place: 'p', submissionId: 's' }];
  const written: Written[] = [
    ['SubmissionQuotaReserved', 'quota-a-202601', { submissionIds: ['p'] }],
    ['SubmissionPlacesAssigned', 'lease-quota-a-202601@0', { assignments }],
    ...sound.slice(1),
  ];
  assert.equal(violationsIn({ ...evidence, history: logOf(written) }), []);
});

const exhausted = [1, 2, 3, 4, 5].map((n): Written => [
  'DeliveryExhausted',
  `delivery-${n}`,
  { destinationId: 'd', attempt: 5 },
]);

test('a later delivery is skipped once five failures in a row have disabled its destination', () => {
  const history = logOf([...sound.slice(0, 3), ...exhausted, disabled, skipped]);
  const deliveries = [{ ...listed, status: 'skipped' }];
  const broken = violationsIn({ ...evidence, history, deliveries, received: [] });
  assert.not.ok(broken.some(({ law }) => law === 'a destination is disabled only for its failures'));
  assert.not.match(JSON.stringify(broken), `${deliveryStream} ended`);
  assert.not.match(JSON.stringify(broken), `${deliveryId} is listed as`);
});

test('a delivery is skipped without an event if its destination was disabled before', () => {
  const history = logOf([...exhausted, disabled, ...sound.slice(0, 3)]);
  const deliveries = [{ ...listed, status: 'skipped' }];
  const broken = violationsIn({ ...evidence, history, deliveries, received: [] });
  assert.not.match(JSON.stringify(broken), deliveryId);
});

test('each law has a mistake that it catches', () => {
  const caught = new Set(mistakes.map(([, law]) => law));
  assert.equal(
    lawNames.filter((law) => !caught.has(law)),
    [],
  );
});

test.run();
