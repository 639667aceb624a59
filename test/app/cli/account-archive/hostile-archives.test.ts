import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  account,
  archiveOf,
  counts,
  line,
  openTrials,
  submission,
  version,
  whole,
  zipOf,
} from './made-archives.ts';

const test = suite('archives that are not whole, or want to do harm');
const { imported, refusedFor, close } = openTrials();
test.after(close);

/** Replaces a text by another of the same length, everywhere. */
function replaced(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1');
  assert.is(from.length, to.length);
  assert.ok(text.includes(from));
  return Buffer.from(text.replaceAll(from, to), 'latin1');
}

test('a whole archive is verified without a change', async () => {
  const { code, stdout, stderr, requests } = await imported(await archiveOf(), '--dry-run');
  assert.equal([code, requests], [0, 0], stderr);
  assert.match(stdout, 'is whole: 1 form, 1 submission, 1 file, 0 destinations, 1 member, 1 invitation.');
});

test('an archive that is cut off anywhere is refused', async () => {
  const bytes = await archiveOf();
  for (let length = 0; length < bytes.length; length += 97)
    await refusedFor(bytes.subarray(0, length), 'The archive is refused');
});

test('names that lead elsewhere, or control a terminal, are refused', async () => {
  const bytes = await archiveOf();
  const name = 'files/s1/me.png';
  for (const hostile of [
    '../../../me.png',
    '/etc/cron.d/xyz',
    'files\\s1\\me.png',
    'files/s1/../abc',
    'C:/windows/a.py',
  ])
    await refusedFor(replaced(bytes, name, hostile), 'The archive is refused');
  for (const hostile of ['files/s1/a\u0007b', 'files/s1/a\u001b[2J', 'files/s1/gnp\u202eexe', 'run.sh'])
    await refusedFor(await archiveOf({ members: { ...whole, [hostile]: 'x' } }), 'The archive is refused');
});

test('a member that was altered, is missing, or was added is refused', async () => {
  await refusedFor(
    replaced(await archiveOf(), '"Acme"', '"Evil"'),
    /account.json (is damaged|has another content)/,
  );
  const other = { ...whole, 'account.json': JSON.stringify({ ...account, name: 'Evil' }) };
  await refusedFor(
    await archiveOf({ members: other, listed: whole }),
    'another content than its manifest says',
  );
  const { 'history.ndjson': _, ...without } = whole;
  await refusedFor(await archiveOf({ members: without, listed: whole }), 'it lacks history.ndjson');
  await refusedFor(await archiveOf({ listed: without }), 'its manifest does not name history.ndjson');
});

test('an archive of another format is refused', async () => {
  await refusedFor(await archiveOf({ manifest: { version: 3 } }), 'this release reads the versions 1, 2');
  await refusedFor(
    await archiveOf({ manifest: { formlog_archive: 'other' } }),
    'manifest.json is not as the format',
  );
  await refusedFor(await zipOf([['README.txt', 'x']]), 'it has no manifest.json');
  await refusedFor(Buffer.from('plain text'), 'cannot be opened');
});

test('records that are not of the format, or not as many as the manifest counts, are refused', async () => {
  const fields = (value: object) => ({ ...whole, 'forms/poll/submissions.ndjson': line(value) });
  await refusedFor(await archiveOf({ members: fields({ ...submission, form_version: 2 }) }), 'does not have');
  await refusedFor(
    await archiveOf({ members: fields({ id: 's1' }) }),
    'line 1: forms/poll/submissions.ndjson',
  );
  const noText = { ...whole, 'forms/poll/submissions.ndjson': 'no JSON\n' };
  await refusedFor(await archiveOf({ members: noText }), 'line 1: forms/poll/submissions.ndjson');
  await refusedFor(
    await archiveOf({ manifest: { counts: { ...counts, submissions: 2 } } }),
    'other numbers of records',
  );
  const gap = { ...whole, 'forms/poll/versions.ndjson': line({ ...version, version: 2 }) };
  await refusedFor(await archiveOf({ members: gap }), 'not in order');
});

/** The directory entry of a member. */
const entryOf = (bytes: Buffer, path: string): number => {
  const found = bytes.lastIndexOf(Buffer.from(path)) - 46;
  assert.is(bytes.readUInt32LE(found), 0x02014b50);
  return found;
};

test('an archive that would unpack to far more than its size is refused before it is read', async () => {
  const bytes = await archiveOf();
  const entry = entryOf(bytes, 'history.ndjson');
  // Claims to be compressed, and to become almost 4 GiB.
  bytes.writeUInt16LE(8, entry + 10);
  bytes.writeUInt32LE(0xf000_0000, entry + 24);
  await refusedFor(bytes, 'unpacks to');
});

test('entries that share bytes are refused', async () => {
  const bytes = await archiveOf();
  const first = entryOf(bytes, 'README.txt');
  bytes.writeUInt32LE(bytes.readUInt32LE(first + 42), entryOf(bytes, 'history.ndjson') + 42);
  await refusedFor(bytes, /shares bytes|damaged/);
});

test.run();
