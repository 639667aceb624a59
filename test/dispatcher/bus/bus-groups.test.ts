import { connect, type NatsConnection } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gatherAnswers, openAsking } from '../../../dispatcher/bus/bus-groups.ts';
import { validAsked, type AttemptRequest } from '../../../dispatcher/bus/bus-messages.ts';
import { useNatsServer, type TestServer } from '../../support/servers.ts';

const test = suite('groups of requests');

let server: TestServer;
let asker: NatsConnection;
let worker: NatsConnection;
test.before(async () => {
  server = await useNatsServer();
  [asker, worker] = await Promise.all([connect({ servers: server.url }), connect({ servers: server.url })]);
});
test.after(async () => {
  await Promise.all([asker.close(), worker.close()]);
  await server.close();
});

const askedFor = (count: number): AttemptRequest[] =>
  Array.from({ length: count }, (_, n) => ({ deliveryId: `d${n}`, attempt: 1, again: false }));
const positionOf = ({ deliveryId }: AttemptRequest) => deliveryId.slice(1);

test('what is asked for at once goes out in messages of sixteen, and each gets its own answer', async () => {
  const sizes: number[] = [];
  const overheard = worker.subscribe('webhook.attempts', {
    callback: (_, message) => {
      const heard: unknown = message.json();
      sizes.push(validAsked.Check(heard) ? heard.requests.length : -1);
    },
  });
  const serving = gatherAnswers(worker, async (asked) => ({ result: 'done', position: positionOf(asked) }));
  await worker.flush();
  const asking = openAsking(asker);
  const requests = askedFor(40);
  const replies = await Promise.all(requests.map((asked) => asking.request(asked, 5_000)));
  assert.equal(
    replies,
    requests.map((asked) => ({ result: 'done', position: positionOf(asked) })),
  );
  await worker.flush();
  assert.equal(sizes, [16, 16, 8]);
  overheard.unsubscribe();
  serving.forEach((one) => one.unsubscribe());
});

test('one without an answer is silent, and the others of its message are answered all the same', async () => {
  const serving = gatherAnswers(worker, (asked) =>
    asked.deliveryId === 'd2' ? new Promise(() => undefined) : Promise.resolve({ result: 'stale' }),
  );
  await worker.flush();
  const asking = openAsking(asker);
  const replies = await Promise.all(askedFor(5).map((asked) => asking.request(asked, 100)));
  assert.equal(
    replies.map(({ result }) => result),
    ['stale', 'stale', 'silent', 'stale', 'stale'],
  );
  serving.forEach((one) => one.unsubscribe());
});

test('an answer that comes twice, or to nothing that was asked, changes nothing', async () => {
  const babbling = worker.subscribe('webhook.attempts', {
    callback: (_, message) => {
      const heard: unknown = message.json();
      if (!validAsked.Check(heard)) return;
      const numbers = heard.requests.map(([number]) => number);
      const answer = (result: string) => numbers.map((number) => [number, { result }]);
      for (const answers of [[[9_999, { result: 'busy' }]], answer('stale'), answer('failed')])
        worker.publish(heard.answerTo, JSON.stringify(answers));
    },
  });
  await worker.flush();
  const asking = openAsking(asker);
  const replies = await Promise.all(askedFor(3).map((asked) => asking.request(asked, 5_000)));
  assert.equal(
    replies.map(({ result }) => result),
    ['stale', 'stale', 'stale'],
  );
  babbling.unsubscribe();
});

test('whoever still waits when it is closed is told so', async () => {
  const serving = gatherAnswers(worker, () => new Promise(() => undefined));
  await worker.flush();
  const asking = openAsking(asker);
  const reply = asking.request({ deliveryId: 'd1', attempt: 1, again: false }, 60_000);
  await new Promise((resolve) => setImmediate(resolve));
  asking.close();
  assert.equal(await reply, { result: 'silent' });
  serving.forEach((one) => one.unsubscribe());
});

test.run();
