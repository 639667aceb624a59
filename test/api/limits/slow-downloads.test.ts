import { PassThrough, Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endSlowDownload } from '../../../api/limits/slow-downloads.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('slow downloads');

/** A download whose time passes by hand, ten seconds at a time. */
function downloadOf(source: Readable) {
  let task = (): void => undefined;
  let hasStopped = false;
  const failures: string[] = [];
  const download = endSlowDownload(source, (run) => {
    task = run;
    return () => (hasStopped = true);
  }).on('error', ({ message }) => failures.push(message));
  return { download, failures, pass: () => task(), hasStopped: () => hasStopped };
}

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(16_384));
    },
  });

/** Takes at least so many bytes. */
async function take(download: Readable, bytes: number): Promise<void> {
  for (let left = bytes; left > 0;) {
    await eventually('there is more', () => download.readableLength > 0);
    left -= (download.read() as Buffer).length;
  }
  await eventually('the next part waits', () => download.readableLength > 0);
}

test('a download ends after a minute in which its client took less than 10 kB/s', async () => {
  const source = endless();
  const { download, failures, pass, hasStopped } = downloadOf(source);
  for (let part = 1; part <= 6; part++) {
    assert.not.ok(download.destroyed, `part ${part}`);
    await take(download, 50_000);
    pass();
  }
  await eventually('both are closed', () => download.closed && source.destroyed && hasStopped());
  assert.is(failures.length, 1);
});

test('a client that takes more is not ended, also if it pauses', async () => {
  const { download, failures, pass } = downloadOf(endless());
  for (let minute = 0; minute < 3; minute++) {
    await take(download, 620_000);
    for (let part = 0; part < 6; part++) pass();
  }
  assert.equal([download.destroyed, failures], [false, []]);
  download.destroy();
});

test('a download that waits for its source is not ended', async () => {
  const source = new PassThrough();
  const { download, pass, hasStopped } = downloadOf(source);
  const chunks: Buffer[] = [];
  download.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let part = 0; part < 20; part++) pass();
  source.end('all');
  await eventually('it is over', () => hasStopped());
  assert.is(Buffer.concat(chunks).toString(), 'all');
});

test('an error of the source is one of the download', async () => {
  const source = new PassThrough();
  const { failures, hasStopped } = downloadOf(source);
  source.destroy(new Error('the store is gone'));
  await eventually('it is over', () => hasStopped());
  assert.equal(failures, ['the store is gone']);
});

test.run();
