import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf } from '../../../domain/stream-names.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { type ClosingWorld, documentsIn, openClosingWorld, type StoredDocuments } from './closing-world.ts';
import { furnish } from './furnished-account.ts';

const test = suite('account eraser');
let world: ClosingWorld;
test.before(async () => {
  world = await openClosingWorld();
});
test.after(() => world.service.close());

/** The names of the streams in the log whose events name an account. */
async function streamsOf(accountId: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { stream, metadata } of world.service.log.readStored({ from: null }))
    if (JSON.stringify(metadata).includes(`"${accountId}"`)) found.add(stream);
  return [...found].sort();
}

/** Everything that events say. */
async function textOfLog(): Promise<string> {
  let text = '';
  for await (const { data } of world.service.log.readStored({ from: null })) text += JSON.stringify(data);
  return text;
}

const textOf = (documents: StoredDocuments): string =>
  JSON.stringify(
    [...documents].map(([name, docs]) => [name, [...docs]]),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );

/** The documents that name an account, each by its collection and id. */
const naming = (documents: StoredDocuments, accountId: string): string[] =>
  [...documents].flatMap(([name, docs]) =>
    [...docs]
      .filter((one) => textOf(new Map([[name, new Map([one])]])).includes(accountId))
      .map(([id]) => `${name} ${id}`),
  );

/** The parts of an eraser that fail once after so many deletions of streams. */
function failingAfter(deletions: number) {
  const { log } = world.service;
  let left = deletions;
  return {
    log: {
      ...log,
      async eraseStream(stream: string) {
        left -= 1;
        if (left === 0) throw new LogUnavailable(new Error('the process ends here'));
        await log.eraseStream(stream);
      },
    },
  };
}

/** Closes an account, and erases it with three processes, each of which fails once on its way. */
async function closeAndErase(accountId: string, name: string): Promise<void> {
  const { service, statusOf } = world;
  const closed = await service.admin('POST', `/accounts/${accountId}/close`, { body: { name } });
  assert.is(closed.status, 200, closed.text);
  await service.settled();
  const isErased = async () => (await statusOf(accountId)) === 'erased';
  await Promise.all(
    [2, 5, 9].map((count) => world.eraseUntil('it is erased', isErased, failingAfter(count))),
  );
}

test('nothing of a closed account is left, and no document of another account has changed', async () => {
  const { service } = world;
  const gone = await furnish(service, 'Vanishing Ltd');
  const other = await furnish(service, 'Staying Ltd');
  const before = await documentsIn(service);
  const there = textOf(before) + (await textOfLog());
  for (const word of gone.words) assert.ok(there.includes(word), `${word} is there before`);
  const kinds = new Set((await streamsOf(gone.accountId)).map((stream) => stream.split('-')[0]));
  const furnished = ['account', 'apikey', 'delivery', 'destination', 'file', 'form', 'formdraft', 'payment'];
  const ofLimits = ['provider', 'quota', 'recovery', 'slug', 'storage', 'submission'];
  assert.equal([...kinds].sort(), [...furnished, ...ofLimits].sort());
  assert.is(gone.contentIds.length, 2);

  await closeAndErase(gone.accountId, 'Vanishing Ltd');

  assert.equal(await streamsOf(gone.accountId), [streamOf.closing(gone.accountId)]);
  const facts: string[] = [];
  for await (const { event } of service.log.readStream(streamOf.closing(gone.accountId)))
    facts.push(event.type);
  const once = facts.filter((type) => type !== 'AccountErasureProgressed');
  assert.equal(once, ['AccountErasureStarted', 'AccountTombstoned', 'AccountScrubbed', 'AccountErased']);
  const after = await documentsIn(service);
  const left = textOf(after) + (await textOfLog());
  for (const word of [...gone.words, ...gone.ids]) assert.not.ok(left.includes(word), `${word} is left`);
  assert.equal(naming(after, gone.accountId), [`closings@1 ${gone.accountId}`]);
  const { contents } = service.deps;
  for (const id of gone.contentIds) assert.is(await contents.sizeOf(id), null);
  for (const id of other.contentIds) assert.ok(((await contents.sizeOf(id)) ?? 0) > 0);

  for (const place of naming(before, other.accountId)) {
    const [name = '', id = ''] = place.split(' ');
    assert.equal(after.get(name)?.get(id), before.get(name)?.get(id), place);
  }
});

test.run();
