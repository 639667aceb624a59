import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expireInvitations } from '../../../commands/membership/expire-invitations.ts';
import { runInvitationExpirer } from '../../../dispatcher/expiry/invitation-expirer.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import { endedInvitationQueries } from '../../../projections/read-models/invitations/ended-invitations.ts';
import { beforeWrites } from '../../commands/pausing.ts';
import { type Call, openMemoryLeases } from '../../simulation/memory/memory-leases.ts';
import { eventually } from '../../support/eventually.ts';
import { invitationPath, linkIn, testPassword, tokenIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit } from '../../support/web.ts';

const test = suite('expiry of invitations');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());
test.after.each(() => {
  service.clock.aheadMs = 0;
});

const dayMs = 86_400_000;
const call: Call = async (effect) => effect();

/** Runs an expirer beside the service. */
function startExpirer() {
  const over = new AbortController();
  const { aggregates, log, now } = service.deps;
  let reads = 0;
  const queue = endedInvitationQueries(collectionsOf(service.store));
  const running = runInvitationExpirer(
    {
      aggregates,
      log,
      now,
      aliases: { current: (model) => model },
      progress: service.progress,
      leases: openMemoryLeases(1_000, Date.now, () => undefined).leasesFor(call),
      logger: pino({ level: 'silent' }),
      queue: { due: (at, limit) => ((reads += 1), queue.due(at, limit)) },
      idleMs: 10,
    },
    over.signal,
  );
  return {
    async readAgain() {
      const seen = reads;
      await eventually('it reads again', () => reads > seen + 2);
    },
    async stop() {
      over.abort();
      await running;
    },
  };
}

async function invite(accountId: string, email: string) {
  const body = { email, role: 'viewer' };
  const sent = await service.admin('POST', `/accounts/${accountId}/invitations`, { body });
  assert.is(sent.status, 201, sent.text);
  return { id: String(sent.at('id')), link: tokenIn(linkIn({ text: String(sent.at('link')) })) };
}

async function eventsOf(stream: string): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  for await (const { event } of service.log.readStream(stream)) events.push(event);
  return events;
}

const expiredIn = async (accountId: string) =>
  (await eventsOf(streamOf.membership(accountId))).flatMap(({ type, data }) =>
    type === 'InvitationExpired' ? [data.invitationId] : [],
  );

const hasAddress = async (invitationId: string) =>
  (await unlessErased(eventsOf(streamOf.invitation(invitationId)))) !== null;

test('an invitation that was not accepted in time expires a day later, and its address is erased', async () => {
  const { accountId } = await service.newAccount();
  const late = await invite(accountId, 'late@example.com');
  const accepted = await invite(accountId, 'ada@example.com');
  const asNew = { link: accepted.link, as: 'new', name: 'Ada', password: testPassword };
  assert.is((await openVisit(service).post(invitationPath, asNew)).status, 303);
  service.clock.aheadMs = 2 * dayMs;
  const later = await invite(accountId, 'later@example.com');
  service.clock.aheadMs = 7.5 * dayMs;
  await service.settled();
  const expirer = startExpirer();
  await expirer.readAgain();
  assert.equal([await expiredIn(accountId), await hasAddress(late.id)], [[], true]);
  service.clock.aheadMs = 8.1 * dayMs;
  await eventually('it expires', async () => (await expiredIn(accountId)).length > 0);
  await expirer.readAgain();
  await expirer.stop();
  assert.equal(await expiredIn(accountId), [late.id]);
  assert.equal([await hasAddress(late.id), await hasAddress(later.id)], [false, true]);
  assert.not.match(JSON.stringify(await eventsOf(streamOf.membership(accountId))), 'late@example.com');
  const open = await service.admin('GET', `/accounts/${accountId}/invitations`);
  assert.equal([open.at('data.0.id'), open.at('data.1')], [later.id, undefined]);
  const followed = await openVisit(service).get(`${invitationPath}?link=${encodeURIComponent(late.link)}`);
  assert.match(followed.text, 'This invitation is over');
});

test('a process that dies at any point is continued', async () => {
  const { accountId } = await service.newAccount();
  const ids = [await invite(accountId, 'a@example.com'), await invite(accountId, 'b@example.com')].map(
    ({ id }) => id,
  );
  await service.settled();
  service.clock.aheadMs = 9 * dayMs;
  const { aggregates, log, now } = service.deps;
  const context = {
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: accountId,
    causationId: accountId,
  } as const;
  const endedBy = now().toISOString();
  const killed = () => Promise.reject(new Error('killed'));
  let erased = 0;
  const dyingLog = {
    eraseStream: (stream: string) => (erased++ > 0 ? killed() : log.eraseStream(stream)),
  };
  const dying = beforeWrites(aggregates, killed);
  for (const deps of [
    { aggregates, log: dyingLog, now },
    { aggregates: dying, log, now },
  ]) {
    const ended = await expireInvitations(deps, endedBy, context).catch(String);
    assert.match(String(ended), 'killed');
    assert.equal(await expiredIn(accountId), []);
  }
  const expirer = startExpirer();
  await eventually('they expire', async () => (await expiredIn(accountId)).length > 0);
  await expirer.stop();
  assert.is(await expireInvitations(service.deps, endedBy, context), null, 'again, nothing happens');
  assert.equal((await expiredIn(accountId)).sort(), ids.sort());
  assert.equal(await Promise.all(ids.map(hasAddress)), [false, false]);
});

test('invitations of an account whose members were erased meanwhile are left', async () => {
  const { accountId } = await service.newAccount();
  await invite(accountId, 'c@example.com');
  await service.deps.log.eraseStream(streamOf.membership(accountId));
  const context = {
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: accountId,
    causationId: accountId,
  } as const;
  service.clock.aheadMs = 9 * dayMs;
  assert.is(await expireInvitations(service.deps, service.deps.now().toISOString(), context), null);
});

test.run();
