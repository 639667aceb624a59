import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseMongoUrl } from '../../coordination/mongodb-url.ts';
import { readModelUrl } from '../../packages/embedded-mongodb/src/read-model-url.ts';

const test = suite('addresses of MongoDB');

const parse = (url: string) => {
  const parsed = parseMongoUrl(url);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

test('the database is that of the URL, or else formlog', () => {
  const cases = {
    'mongodb://m1': 'formlog',
    'mongodb://m1/': 'formlog',
    'mongodb://m1:27017,m2:27017,m3:27017/?replicaSet=rs0': 'formlog',
    'mongodb://m1?replicaSet=rs0': 'formlog',
    'mongodb://u:p@m1,m2/shop?authSource=admin': 'shop',
    'mongodb+srv://u:p%2F@cluster.example/my%2Dshop': 'my-shop',
    'mongodb://m1/test': 'test',
  };
  for (const [url, database] of Object.entries(cases)) assert.is(parse(url).database, database, url);
  assert.equal(parse('mongodb://u:p@m1:1,m2:2/x').hosts, ['m1:1', 'm2:2']);
});

test('concerns weaker than those of Formlog are reported, whatever the case of the option', () => {
  for (const query of [
    '',
    '?w=majority&journal=true',
    '?readPreference=primary&readConcernLevel=majority',
    '?retryWrites=true',
  ])
    assert.is(parse(`mongodb://m1/${query}`).weaker, null, query);
  for (const query of [
    'w=1',
    'w=0',
    'w=2',
    'W=1',
    'journal=false',
    'readPreference=secondaryPreferred',
    'readpreference=nearest',
    'readConcernLevel=local',
  ])
    assert.match(
      parse(`mongodb://u:secret@m1/?${query}`).weaker ?? '',
      /^says \S+, which would .+: leave \S+ out$/,
      query,
    );
  assert.ok(
    parse(readModelUrl('mongodb://127.0.0.1:1')).weaker !== null,
    'the embedded server is another matter',
  );
});

test('errors do not contain the password', () => {
  for (const url of [
    'postgres://x',
    'mongodb://',
    'mongodb://u:se/cret@m1',
    'mongodb://u:secret@m1/a.b',
    `mongodb://u:secret@m1/${'x'.repeat(64)}`,
  ]) {
    const parsed = parseMongoUrl(url);
    if (parsed.ok) throw new Error(`accepted: ${url}`);
    assert.not.match(parsed.error, /se.?cret/, url);
  }
});

test.run();
