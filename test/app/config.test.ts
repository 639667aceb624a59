import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig, settingNames } from '../../app/config/config.ts';
import { roleNames } from '../../app/config/role-names.ts';
import { rootUrl } from '../support/repository.ts';

const test = suite('settings');

test('an empty environment gives the defaults: loopback, all roles, embedded stores', () => {
  const config = readConfig({});
  if (!config.ok) throw new Error(config.error.join());
  assert.is(config.value.HOST, '127.0.0.1');
  assert.is(config.value.PORT, 8080);
  assert.is(config.value.EVENTSTORE_URL, undefined);
  assert.equal(config.value.ROLES, roleNames);
  assert.equal(config.value.WEBHOOK_ALLOW_HOSTS, []);
});

test('every mistake is named at once, by the name of its setting', () => {
  const config = readConfig({
    HOST: '',
    PORT: '70000',
    MONGODB_URL: 'postgres://x',
    ROLES: 'api,cook',
    LOG_LEVEL: 'loud',
    MASTER_KEY: 'short',
    PREVIOUS_MASTER_KEYS: `${Buffer.alloc(32).toString('base64')},short`,
    OPERATOR_TOKENS: 'king:0123456789abcdef',
    WEBHOOK_ALLOW_HOSTS: 'localhost,bad host',
    WEBHOOK_RETRY_MINUTES: '1,soon',
  });
  if (config.ok) throw new Error('accepted');
  assert.equal(config.error.map((line) => line.split(' ')[0]).sort(), [
    'HOST',
    'LOG_LEVEL',
    'MASTER_KEY',
    'MONGODB_URL',
    'OPERATOR_TOKENS',
    'PORT',
    'PREVIOUS_MASTER_KEYS',
    'ROLES',
    'WEBHOOK_ALLOW_HOSTS',
    'WEBHOOK_RETRY_MINUTES',
  ]);
  assert.not.match(config.error.join('\n'), '0123456789abcdef', 'a token is never repeated');
});

test('the operator webhook needs a secret', () => {
  const url = { OPERATOR_WEBHOOK_URL: 'https://ops.example/formlog' };
  const without = readConfig(url);
  assert.match(without.ok ? '' : without.error.join(), 'OPERATOR_WEBHOOK_SECRET is missing');
  const weak = readConfig({ ...url, OPERATOR_WEBHOOK_SECRET: 'whsec_short' });
  assert.match(weak.ok ? '' : weak.error.join(), 'OPERATOR_WEBHOOK_SECRET is not a secret');
  const OPERATOR_WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
  assert.ok(readConfig({ ...url, OPERATOR_WEBHOOK_SECRET }).ok);
});

test("the address of a cluster lists all of its nodes in the drivers' notation", () => {
  const config = readConfig({
    EVENTSTORE_URL: 'kurrentdb://admin:changeit@n1:2113,n2:2113,n3:2113',
    MONGODB_URL: 'mongodb://m1:27017,m2:27017,m3:27017/formlog?replicaSet=rs0&w=majority',
    NATS_URL: 'nats://a:4222,nats://b:4222,c:4222',
  });
  assert.ok(config.ok, JSON.stringify(config));
  assert.ok(readConfig({ EVENTSTORE_URL: 'esdb+discover://cluster.example:2113' }).ok);
  assert.ok(readConfig({ MONGODB_URL: 'mongodb+srv://cluster.example/formlog' }).ok);
});

test('options of an address that endanger data are refused, and its password is never shown', () => {
  const config = readConfig({
    EVENTSTORE_URL: 'esdb://admin:secret@n1,n2?nodePreference=follower',
    MONGODB_URL: 'mongodb://u:secret@m1,m2/?readPreference=secondary',
    NATS_URL: 'nats://u:secret@a,nats://u:secret2@b',
  });
  if (config.ok) throw new Error('accepted');
  assert.is(config.error.length, 3);
  assert.match(
    config.error.join('\n'),
    /MONGODB_URL says readPreference=secondary, .*: leave readPreference out/,
  );
  assert.not.match(config.error.join('\n'), 'secret');
});

test('lists are parsed, and roles keep their order', () => {
  const config = readConfig({
    ROLES: 'worker, api',
    OPERATOR_TOKENS: 'operator:0123456789abcdef,auditor:ada:fedcba9876543210',
    WEBHOOK_RETRY_MINUTES: '0.5,2',
    PREVIOUS_MASTER_KEYS: [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(', '),
  });
  if (!config.ok) throw new Error(config.error.join());
  assert.equal(config.value.ROLES, ['api', 'worker']);
  assert.equal(config.value.OPERATOR_TOKENS[1], { role: 'auditor', name: 'ada', token: 'fedcba9876543210' });
  assert.equal(config.value.WEBHOOK_RETRY_MINUTES, [0.5, 2]);
  assert.equal(config.value.PREVIOUS_MASTER_KEYS, [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
});

test('a token is everything after its role and its name, including colons', () => {
  const token = '0123456789abcdef:0123456789abcdef';
  const config = readConfig({ OPERATOR_TOKENS: `analyst:ada:${token}` });
  if (!config.ok) throw new Error(config.error.join());
  assert.equal(config.value.OPERATOR_TOKENS, [{ role: 'analyst', name: 'ada', token }]);
});

test('a retry delay must be a finite, positive number of minutes that a date can hold', () => {
  for (const wait of ['Infinity', '1e12', '-1', 'NaN'])
    assert.not.ok(readConfig({ WEBHOOK_RETRY_MINUTES: `1,${wait}` }).ok, wait);
  assert.ok(readConfig({ WEBHOOK_RETRY_MINUTES: '525600' }).ok);
});

test('the README lists every setting', () => {
  const readme = readFileSync(new URL('README.md', rootUrl), 'utf8');
  const missing = settingNames.filter((name) => !readme.includes(`| \`${name}\``));
  assert.equal(missing, []);
});

test.run();
