import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery as decider } from '../../../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../../../domain/delivery/retry-schedule.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { newId } from '../../../../log/ids.ts';
import { destinationOf, endedDelivery } from '../../../support/ended-deliveries.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn, type Visit } from '../../../support/web.ts';

const test = suite('enabling, disabling, testing and removing destinations in the console');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let visit: Visit;

test.before(async () => {
  service = await startService();
  mine = await service.newAccount();
  visit = await signIn(service, mine.key);
});
test.after(() => service.close());

const isPart = { 'hx-request': 'true' };

/** The last entry of a destination's history. */
async function lastEvent(id: string) {
  const history = await service.admin('GET', `/destinations/${id}/history`);
  const last = history.names('data').length - 1;
  return { type: history.at(`data.${last}.type`), actor: history.at(`data.${last}.actor`) };
}

test('a disabled destination shows the reason, the time and the missed deliveries; enabling offers their recovery', async () => {
  const { accountId } = mine;
  const destinationId = await destinationOf(service, accountId);
  const disabled = await visit.post(`/console/destinations/${destinationId}/disable`);
  assert.is(disabled.location, `/console/destinations/${destinationId}`);
  assert.equal(await lastEvent(destinationId), {
    type: 'DestinationDisabled',
    actor: { kind: 'key', id: mine.keyId },
  });
  const at = new Date(Date.now() + 5).toISOString();
  for (let n = 0; n < 3; n++) await endedDelivery(service, { accountId, destinationId, end: 'skipped', at });
  await service.settled();
  const stopped = await visit.get(`/console/destinations/${destinationId}`);
  for (const part of ['Disabled manually', '3 webhooks were not delivered', 'Enable the destination, then'])
    assert.match(stopped.text, part);

  const enabled = await visit.post(`/console/destinations/${destinationId}/enable`);
  const page = await visit.get(String(enabled.location));
  assert.match(page.text, 'Send all 3 again');
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? '';
  const begun = await visit.post('/console/recoveries', {
    account: field('account'),
    destination: field('destination'),
    since: field('since'),
    once: field('once'),
  });
  const recovery = await visit.get(String(begun.location));
  assert.match(recovery.text, 'The recovery has begun.');
  assert.match(recovery.text, '0 of 3');
});

test('enabling a destination that missed nothing says so', async () => {
  const id = await destinationOf(service, mine.accountId);
  await visit.post(`/console/destinations/${id}/disable`);
  await visit.get(`/console/destinations/${id}`);
  const enabled = await visit.post(`/console/destinations/${id}/enable`);
  assert.match((await visit.get(String(enabled.location))).text, 'Nothing was missed');
});

/** Records the delivery of a test as a worker would. */
async function answerPing(accountId: string, destinationId: string, deliveryId: string): Promise<void> {
  const at = new Date().toISOString();
  const subject = {
    deliveryId,
    accountId,
    destinationId,
    kind: 'ping' as const,
    formId: null,
    submissionId: null,
    source: { stream: `destination-${destinationId}`, revision: 1, position: '10', eventId: newId() },
    includedQuestions: [],
    publicUrl: 'https://forms.test',
    at,
  };
  const outcome = { kind: 'response' as const, status: 404, excerpt: 'no <route>' };
  const done = await service.deps.aggregates.execute(
    decider,
    streamOf.delivery(deliveryId),
    [
      {
        type: 'RecordAttempt',
        attempt: 1,
        startedAt: at,
        durationMs: 7,
        planned: { subject, isSkipped: false },
        at,
        outcome,
        schedule: defaultRetrySchedule,
        retryAfterMs: null,
        random: 0,
      },
    ],
    { accountId, actor: { kind: 'system', id: 'test' }, correlationId: 't', causationId: 't' },
    { isNew: true },
  );
  if (!done.ok || done.value.position === null) throw new Error('not recorded');
  service.note(done.value.position);
  await service.settled();
}

test('the result of a test appears on the page when it arrives', async () => {
  const id = await destinationOf(service, mine.accountId);
  const sent = await visit.post(`/console/destinations/${id}/ping`, {}, isPart);
  const poll = /hx-get="([^"]+)"/.exec(sent.text)?.[1] ?? '';
  assert.match(poll, `/console/destinations/${id}/pings/`);
  assert.match((await visit.get(poll, isPart)).text, 'Sending a test');
  await answerPing(mine.accountId, id, poll.split('/').at(-1) ?? '');
  const answered = await visit.get(poll, isPart);
  assert.match(answered.text, 'Answered 404');
  assert.match(answered.text, 'no &lt;route');
  assert.not.match(answered.text, 'hx-trigger');
  assert.is((await lastEvent(id)).type, 'DestinationPinged');
});

test('without script, a test leads to a page with its result', async () => {
  const id = await destinationOf(service, mine.accountId);
  const sent = await visit.post(`/console/destinations/${id}/ping`);
  const url = String(sent.location);
  assert.match(url, `/console/destinations/${id}?ping=`);
  await answerPing(mine.accountId, id, url.split('=')[1] ?? '');
  assert.match((await visit.get(url)).text, 'Answered 404');
  const delivery = url.split('=')[1] ?? '';
  const straight = await visit.get(`/console/destinations/${id}/pings/${delivery}`);
  assert.is(straight.location, url);
});

test('the result of a test belongs to its destination only', async () => {
  const [one, other] = [
    await destinationOf(service, mine.accountId),
    await destinationOf(service, mine.accountId),
  ];
  const delivery = newId();
  await answerPing(mine.accountId, one, delivery);
  assert.is((await visit.get(`/console/destinations/${other}?ping=${delivery}`)).status, 404);
  assert.is((await visit.get(`/console/destinations/${one}?ping=../x`)).status, 400);
});

test('a destination is removed after a question', async () => {
  const id = await destinationOf(service, mine.accountId);
  await service.settled();
  assert.match((await visit.get(`/console/destinations/${id}/remove`)).text, 'Keep it');
  const removed = await visit.post(`/console/destinations/${id}/remove`);
  assert.is(removed.location, `/console/destinations?account=${mine.accountId}`);
  assert.match((await visit.get(String(removed.location))).text, 'The destination is removed.');
  assert.is((await visit.get(`/console/destinations/${id}`)).status, 404);
});

test.run();
