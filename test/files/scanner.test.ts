import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FileStoreUnavailable } from '../../files/file-contents.ts';
import { openScanner, parseScannerAddress } from '../../files/scanner.ts';
import { startScanner } from '../support/scanner.ts';

const test = suite('the scanner');
const servers: { close(): unknown }[] = [];
test.after(() => {
  for (const server of servers) server.close();
});

async function clamd() {
  const started = await startScanner();
  servers.push(started);
  return openScanner({ host: '127.0.0.1', port: started.port }, 1_000);
}

const contentOf = (...chunks: readonly (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

test('a clean content has no finding, and a virus has its name', async () => {
  const scanner = await clamd();
  assert.is(await scanner.scan(contentOf('harmless', ' text')), null);
  assert.is(await scanner.scan(contentOf('xx EICAR', '-TEST xx')), 'Eicar-Test-Signature');
});

test('a content that is larger than the buffers of a connection arrives whole', async () => {
  const scanner = await clamd();
  const large = Array.from({ length: 200 }, () => Buffer.alloc(65_536, 'a'));
  assert.is(await scanner.scan(contentOf(...large, 'EICAR-TEST')), 'Eicar-Test-Signature');
});

test('a scanner on a socket of the file system', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'formlog-'));
  const path = join(dir, 'clamd.sock');
  servers.push(await startScanner(path));
  assert.is(await openScanner({ path }).scan(contentOf('EICAR-TEST')), 'Eicar-Test-Signature');
  await rm(dir, { recursive: true });
});

test('no verdict is a failure: the scanner is away, silent, hangs up, or has a limit', async () => {
  const away = openScanner({ host: '127.0.0.1', port: 1 });
  assert.instance(await failure(away.scan(contentOf('x'))), FileStoreUnavailable);
  const odd = async (answer: (socket: Socket) => void): Promise<unknown> => {
    const server: Server = createServer((socket) => {
      socket.on('error', () => undefined);
      answer(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return failure(openScanner({ host: '127.0.0.1', port }, 300).scan(contentOf('x')));
  };
  assert.instance(await odd(() => undefined), FileStoreUnavailable);
  assert.instance(await odd((socket) => socket.end()), FileStoreUnavailable);
  const limited = await odd((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'));
  assert.instance(limited, FileStoreUnavailable);
  assert.match(String(limited), /size limit/);
});

test('the address is a host with a port, or a path', () => {
  assert.equal(parseScannerAddress('clamd:3310'), { host: 'clamd', port: 3310 });
  assert.equal(parseScannerAddress('[::1]:3310'), { host: '::1', port: 3310 });
  assert.equal(parseScannerAddress('/run/clamd.sock'), { path: '/run/clamd.sock' });
  for (const text of ['', 'clamd', 'clamd:0', 'clamd:99999', 'tcp://clamd:3310'])
    assert.throws(() => parseScannerAddress(text), /is neither/);
});

test.run();
