import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicBase } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('proxies');

/** What is left to an address after a request without a key that names another by `X-Forwarded-For`. */
async function leftAfter(service: TestService, forwarded: string, remoteAddress: string): Promise<number> {
  const answer = await service.inject({
    method: 'GET',
    url: `${publicBase}/forms`,
    remoteAddress,
    headers: { 'x-forwarded-for': forwarded },
  });
  return Number(answer.header('x-ratelimit-remaining'));
}

test('X-Forwarded-For is ignored by default', async () => {
  const service = await startService();
  try {
    assert.is(await leftAfter(service, '203.0.113.1', '10.0.0.1'), 29);
    assert.is(await leftAfter(service, '203.0.113.2', '10.0.0.1'), 28, 'another name, the same address');
  } finally {
    await service.close();
  }
});

test('X-Forwarded-For of a trusted proxy counts only up to the address that the proxy saw', async () => {
  const service = await startService({ settings: { TRUSTED_PROXIES: ['10.0.0.0/8'] } });
  try {
    assert.is(await leftAfter(service, '203.0.113.1', '10.0.0.1'), 29);
    assert.is(await leftAfter(service, '203.0.113.2', '10.0.0.1'), 29, 'each client by itself');
    assert.is(
      await leftAfter(service, '198.51.100.9, 203.0.113.1', '10.0.0.1'),
      28,
      'what clients add is not',
    );
    assert.is(await leftAfter(service, '203.0.113.1', '192.0.2.7'), 29, 'nor is it of a stranger');
  } finally {
    await service.close();
  }
});

test('every notation of an address counts as one address, and so do all unreadable ones together', async () => {
  const service = await startService({ settings: { TRUSTED_PROXIES: ['10.0.0.0/8'] } });
  const left = (forwarded: string): Promise<number> => leftAfter(service, forwarded, '10.0.0.1');
  try {
    for (const [index, text] of [
      '203.0.113.1',
      '203.0.113.1:1',
      '203.0.113.1:65535',
      '"203.0.113.1:9"',
      ' 203.0.113.1 ',
      '198.51.100.1:4, 203.0.113.1:5',
      'junk, 203.0.113.1',
      ',203.0.113.1,',
      '203.0.113.1, 10.0.0.9:443',
    ].entries())
      assert.is(await left(text), 29 - index, text);
    for (const [index, text] of [
      '2001:db8:1:2::1',
      '[2001:db8:1:2::1]',
      '[2001:db8:1:2::1]:443',
      '"[2001:db8:1:2::7]:80"',
      '2001:db8:1:2::1%eth0',
    ].entries())
      assert.is(await left(text), 29 - index, text);
    for (const [index, text] of [
      'unknown',
      '_hidden',
      '203.0.113.256',
      '1.2.3',
      'a b',
      '[::1',
      '%',
    ].entries())
      assert.is(await left(text), 29 - index, text);
    assert.is(await leftAfter(service, '', '10.0.0.1'), 29, 'the proxy by itself');
  } finally {
    await service.close();
  }
});

test('the addresses of an IPv6 network share a limit, and an IPv4-mapped address counts as its IPv4 address', async () => {
  const service = await startService();
  const left = (address: string): Promise<number> => leftAfter(service, '203.0.113.1', address);
  try {
    assert.is(await left('2001:db8:1:2::1'), 29);
    assert.is(await left('2001:db8:1:2:ffff:ffff:ffff:ffff'), 28);
    assert.is(await left('2001:db8:1:3::1'), 29);
    assert.is(await left('::ffff:192.0.2.7'), 29);
    assert.is(await left('::ffff:192.0.2.8'), 29);
    assert.is(await left('192.0.2.7'), 28);
  } finally {
    await service.close();
  }
});

test.run();
