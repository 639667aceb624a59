import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressRules, ForbiddenAddress } from '../../../dispatcher/worker/address.ts';
import { isPublic } from '../../../domain/destination/public-address.ts';

const test = suite('receiver address');

const isForbidden = (run: () => unknown): boolean => {
  try {
    run();
    return false;
  } catch (error) {
    assert.instance(error, ForbiddenAddress);
    return true;
  }
};

test('only public unicast addresses are public', () => {
  const cases: [string, boolean][] = [
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['::ffff:93.184.216.34', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['192.0.2.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::7f00:1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:a9fe:a9fe', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:1::1', false],
    ['2001:db8::1', false],
    ['100::1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['4000::1', false],
    ['not an address', false],
  ];
  for (const [address, expected] of cases) assert.is(isPublic(address), expected, address);
});

test('a literal address is checked in every notation', () => {
  const { checkUrl } = addressRules([]);
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '169.254.169.254',
    '0',
  ])
    assert.ok(
      isForbidden(() => checkUrl(`https://${host}/hook`)),
      host,
    );
  assert.is(checkUrl('https://93.184.216.34/hook').hostname, '93.184.216.34');
  assert.is(checkUrl('https://example.com:8443/hook?a=b').href, 'https://example.com:8443/hook?a=b');
});

test('only https URLs are accepted', () => {
  const { checkUrl } = addressRules([]);
  for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'example.com', ''])
    assert.ok(
      isForbidden(() => checkUrl(url)),
      url,
    );
});

test('the allow-list opens exactly its hosts, in any notation', () => {
  const { checkUrl, vet } = addressRules(['127.0.0.1', 'Receiver.Test', 'fd00::1']);
  assert.is(checkUrl('http://[fd00:0::1]/').hostname, '[fd00::1]');
  assert.is(checkUrl('http://127.1:9000/').hostname, '127.0.0.1');
  assert.is(checkUrl('http://receiver.test/').hostname, 'receiver.test');
  assert.equal(vet('receiver.test', ['10.0.0.1']), ['10.0.0.1']);
  for (const url of ['http://127.0.0.2/', 'https://127.0.0.2/', 'http://localhost/', 'https://[::1]/'])
    assert.ok(
      isForbidden(() => checkUrl(url)),
      url,
    );
  assert.ok(isForbidden(() => vet('other.test', ['127.0.0.1'])));
});

test('an invalid host cannot be allowed', () => {
  assert.throws(() => addressRules(['not a host']), /not a host/);
});

test('only the public addresses of a name are used', () => {
  const { vet } = addressRules([]);
  assert.equal(vet('mixed.test', ['10.0.0.1', '93.184.216.34', '::1']), ['93.184.216.34']);
  assert.ok(isForbidden(() => vet('inner.test', ['10.0.0.1', 'fd00::1'])));
  assert.ok(isForbidden(() => vet('empty.test', [])));
});

test.run();
