import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { removeDestination } from '../../../commands/destination/change-destination.ts';
import { configureDestination } from '../../../commands/destination/configure-destination.ts';
import { account } from '../../../domain/account/decider.ts';
import { destination } from '../../../domain/destination/decider.ts';
import { defaultLimits } from '../../../domain/destination/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { newId } from '../../../log/ids.ts';
import { type CommandFixture, openFixture, succeeded } from '../command-fixture.ts';
import { pausing } from '../pausing.ts';

const test = suite('grants of destinations');
const request = { label: 'Mine', url: 'https://example.com/hook' };
const refusedAt = (limit: number, current = limit) => ({
  ok: false,
  error: { code: 'plan_limit_reached', resource: 'destinations', limit, current },
});
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const add = (deps: CommandDeps, context: CommandContext, earlier: readonly string[] = []) =>
  configureDestination(
    {
      ...deps,
      destinationRules: { allowHosts: [] },
      earlierDestinations: async () => earlier,
      questionsOfAccount: async () => [],
    },
    request,
    context,
  );

async function granted(accountId: string): Promise<string[]> {
  const { state } = await fixture.deps.aggregates.load(account, streamOf.account(accountId));
  return state.exists ? [...(state.destinations ?? [])].sort() : [];
}

/** Adds a destination as releases did that knew no grants. */
async function addWithoutGrant({ aggregates, secrets }: CommandDeps, context: CommandContext) {
  const destinationId = newId();
  const settings = {
    ...request,
    events: [],
    formId: null,
    includedQuestions: [],
    signature: 'timestamped' as const,
    ...defaultLimits,
  };
  const command = {
    type: 'ConfigureDestination' as const,
    destinationId,
    accountId: context.accountId,
    settings,
    enabled: true,
    secret: secrets.seal('s', destinationId),
    at: new Date().toISOString(),
  };
  succeeded(await aggregates.execute(destination, streamOf.destination(destinationId), [command], context));
  return destinationId;
}

test('of 40 destinations added at once in three processes, exactly the number that the plan allows is added', async () => {
  const { accountId, context } = await fixture.newAccount();
  const processes = [fixture.deps, fixture.another(), fixture.another()];
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => add(processes[index % 3] ?? fixture.deps, context)),
  );
  const added = results.flatMap((one) => (one.ok ? one.value.destinationId : []));
  assert.is(added.length, 3);
  for (const result of results) if (!result.ok) assert.equal(result, refusedAt(3));
  assert.equal(await granted(accountId), added.sort());
});

test('a removed destination releases its grant', async () => {
  const { accountId, context } = await fixture.newAccount();
  const [first] = [await add(fixture.deps, context), await add(fixture.deps, context)];
  const last = succeeded(await add(fixture.deps, context));
  assert.equal(await add(fixture.deps, context), refusedAt(3));
  succeeded(
    await removeDestination(fixture.deps, { destinationId: succeeded(first).destinationId }, context),
  );
  succeeded(await add(fixture.another(), context));
  succeeded(await removeDestination(fixture.deps, last, context));
  assert.is((await granted(accountId)).length, 2);
});

test('grants of a dead process are released when the limit refuses a request', async () => {
  const { accountId, context } = await fixture.newAccount();
  const kept = succeeded(await add(fixture.deps, context));
  // What a process leaves that dies between the grant and the destination, or after a removal.
  succeeded(await fixture.deps.destinationGrants.take(newId(), context));
  const removed = succeeded(await add(fixture.deps, context));
  const dying = {
    ...fixture.deps,
    destinationGrants: { ...fixture.deps.destinationGrants, releaseGrant: async () => undefined },
  };
  succeeded(await removeDestination(dying, removed, context));
  assert.is((await granted(accountId)).length, 3);
  const next = [await add(fixture.another(), context), await add(fixture.another(), context)];
  const ids = next.map((one) => succeeded(one).destinationId);
  assert.equal(await granted(accountId), [kept.destinationId, ...ids].sort());
});

test('a process that pauses after it took a grant cannot add its destination once the grant is released', async () => {
  const { accountId, context } = await fixture.newAccount();
  const paused = pausing(fixture.another(), 'destination-');
  const late = add(paused.deps, context);
  await paused.reached;
  const awake = fixture.another();
  for (let n = 0; n < 3; n++) succeeded(await add(awake, context));
  paused.go();
  assert.equal(await late, refusedAt(3));
  assert.is((await granted(accountId)).length, 3);
});

test('a repeated request takes one grant, even if its first run lost its grant', async () => {
  const { accountId, context: any } = await fixture.newAccount();
  const context = { ...any, requestKey: 'once' };
  const paused = pausing(fixture.another(), 'destination-');
  const late = add(paused.deps, context);
  await paused.reached;
  const awake = fixture.another();
  const others = [];
  for (let n = 0; n < 3; n++) others.push(succeeded(await add(awake, any)));
  const [first] = others;
  assert.ok(first);
  succeeded(await removeDestination(awake, first, any));
  const again = succeeded(await add(awake, context));
  paused.go();
  assert.is(succeeded(await late).destinationId, again.destinationId);
  assert.is(succeeded(await add(awake, context)).destinationId, again.destinationId);
  assert.is((await granted(accountId)).length, 3);
});

test('an account keeps destinations of earlier releases beyond its limit, and cannot add others until it is below', async () => {
  const { accountId, context } = await fixture.newAccount();
  const earlier = [];
  for (let n = 0; n < 4; n++) earlier.push(await addWithoutGrant(fixture.deps, context));
  assert.equal(await add(fixture.deps, context, earlier), refusedAt(3, 4));
  assert.equal(await granted(accountId), [...earlier].sort());
  const [first = '', second = ''] = earlier;
  succeeded(await removeDestination(fixture.deps, { destinationId: first }, context));
  assert.equal(await add(fixture.deps, context), refusedAt(3));
  succeeded(await removeDestination(fixture.deps, { destinationId: second }, context));
  succeeded(await add(fixture.deps, context));
});

test('a plan that is no longer configured allows no destination', async () => {
  const { context } = await fixture.newAccount();
  succeeded(await add(fixture.deps, context));
  assert.equal(await add(fixture.another({}), context), refusedAt(0, 1));
});

test.run();
