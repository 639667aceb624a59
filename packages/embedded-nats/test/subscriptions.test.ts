import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSubscriptions, type Subscribed } from '../src/subscriptions.ts';

const test = suite('embedded nats: subscriptions');

/** The definition of a match, token by token. */
function matches([first, ...pattern]: readonly string[], [token, ...subject]: readonly string[]): boolean {
  if (first === undefined || token === undefined) return first === token;
  if (first === '>') return true;
  return (first === '*' || first === token) && matches(pattern, subject);
}

const tokens = (...extra: readonly string[]) =>
  fc.array(fc.constantFrom('a', 'b', 'c', ...extra), { minLength: 1, maxLength: 4 });
const pattern = fc
  .tuple(tokens('*'), fc.boolean())
  .map(([list, rest]) => (rest ? [...list, '>'] : list).join('.'));
const subscribed = fc.record({ subject: pattern, queue: fc.constantFrom(undefined, 'q') });

test('finds exactly the subscriptions that match, while subscriptions come and go', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(subscribed, fc.boolean()), { maxLength: 30 }),
      fc.array(tokens(), { minLength: 1, maxLength: 10 }),
      (steps, subjects) => {
        const index = createSubscriptions<Subscribed>();
        for (const [subscription] of steps) assert.ok(index.add(subscription));
        for (const [subscription, stays] of steps) if (!stays) index.remove(subscription);
        const present = steps.filter(([, stays]) => stays).map(([subscription]) => subscription);
        for (const subject of subjects) {
          const expected = present.filter((each) => matches(each.subject.split('.'), subject));
          const found = index.match(subject.join('.'));
          assert.is(found.length, expected.length);
          assert.equal(new Set(found), new Set(expected));
        }
      },
    ),
  );
});

test('lists plain subscriptions before members of queues', () => {
  const index = createSubscriptions<Subscribed>();
  index.add({ subject: 'a', queue: 'q' });
  index.add({ subject: '>', queue: undefined });
  assert.equal(
    index.match('a').map(({ queue }) => queue),
    [undefined, 'q'],
  );
});

test('refuses a pattern with an empty token or with > before its end', () => {
  const index = createSubscriptions<Subscribed>();
  for (const subject of ['', '.', 'a.', '.a', 'a..b', '>.a']) {
    assert.not(index.add({ subject, queue: undefined }));
    assert.equal(index.match(subject), []);
  }
});

test.run();
