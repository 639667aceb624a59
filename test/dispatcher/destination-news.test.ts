import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDestinationNews } from '../../dispatcher/destination-news.ts';

const test = suite('dispatcher/destination-news');

const told = (stream: string) => [{ position: 1n, stream, read: () => null }];

test('what is remembered counts for long while nothing else is heard, and for a second where nobody listens', () => {
  let now = 5_000;
  const news = openDestinationNews(() => now);
  assert.is(news.maxAgeOf('destination-x'), 1_000);
  news.begun();
  assert.is(news.maxAgeOf('destination-x'), 1_000, 'what was read before it began may have changed since');
  now += 11_000;
  assert.is(news.maxAgeOf('destination-x'), 10_000);
  now += 600_000;
  assert.is(news.maxAgeOf('destination-x'), 60_000);
  news.lost();
  assert.is(news.maxAgeOf('destination-x'), 1_000);
});

test('after a change, only what was read well after it counts', () => {
  let now = 0;
  const news = openDestinationNews(() => now);
  news.begun();
  now = 100_000;
  news.heard([...told('destination-x'), ...told('delivery-y')]);
  assert.is(news.maxAgeOf('destination-x'), 0);
  assert.is(news.maxAgeOf('destination-y'), 60_000);
  now += 900;
  assert.is(news.maxAgeOf('destination-x'), 0, 'a read may have been under way');
  now += 5_100;
  assert.is(news.maxAgeOf('destination-x'), 5_000);
  now += 200_000;
  news.heard(told('destination-z'));
  assert.is(news.maxAgeOf('destination-x'), 60_000, 'an old change is forgotten');
});

test.run();
