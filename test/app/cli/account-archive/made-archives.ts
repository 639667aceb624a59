import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import { ZipFile } from 'yazl';
import { startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const at = '2026-01-01T00:00:00.000Z';
export const form = {
  id: 'f1',
  slug: 'poll',
  title: 'Poll',
  description: '',
  status: 'draft',
  language: null,
  time_zone: null,
  responses: null,
  version: 1,
  created_at: at,
  updated_at: at,
  draft: null,
};
export const account = {
  id: 'acme',
  name: 'Acme',
  plan: 'pro',
  language: null,
  time_zone: null,
  embed_origins: null,
  created_at: at,
};
const photo = {
  id: 'file1',
  name: 'me.png',
  size: 3,
  type: 'image/png',
  sha256: '',
  path: 'files/s1/me.png',
};
export const submission = {
  id: 's1',
  submitted_at: at,
  is_complete: true,
  form_version: 1,
  fields: [{ id: 'q1', key: 'photo', kind: 'file', value: [photo] }],
};
export const version = { version: 1, fields: [] };
const nothing = { kinds: [], submissions: null };
export const ada = {
  id: 'p1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'owner',
  joined_at: at,
  language: 'de',
  notices: { mail: nothing, chat: { ...nothing, host: null } },
};
export const invited = { email: 'eve@example.com', role: 'viewer', invited_at: at, expires_at: at };
export const line = (value: object) => `${JSON.stringify(value)}\n`;

/** The members of a whole archive but the manifest. */
export const whole: Readonly<Record<string, string>> = {
  'README.txt': 'An export.',
  'account.json': JSON.stringify(account),
  'members.ndjson': line(ada),
  'invitations.ndjson': line(invited),
  'forms/poll/form.json': JSON.stringify(form),
  'forms/poll/versions.ndjson': line(version),
  'forms/poll/submissions.ndjson': line(submission),
  'files/s1/me.png': 'png',
  'destinations.ndjson': '',
  'deliveries.ndjson': '',
  'history.ndjson': '',
};

export const counts = {
  forms: 1,
  submissions: 1,
  incomplete_submissions: 0,
  files: 1,
  destinations: 0,
  deliveries: 0,
  events: 0,
  members: 1,
  invitations: 1,
};

interface Made {
  readonly members?: Readonly<Record<string, string>>;
  readonly manifest?: object;
  /** The members as the manifest has them; those of the archive by default. */
  readonly listed?: Readonly<Record<string, string>>;
}

/** A ZIP archive of these members. */
export function zipOf(contents: readonly (readonly [path: string, content: string])[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of contents) zip.addBuffer(Buffer.from(content), path, { compress: false });
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

/** An archive of an account with a manifest that fits, unless a test wants another. */
export function archiveOf({ members = whole, manifest = {}, listed = members }: Made = {}): Promise<Buffer> {
  const table = {
    formlog_archive: 'account',
    version: 2,
    account_id: 'acme',
    position: '1',
    exported_at: at,
    counts,
    problems: [],
    left_out: [],
    members: Object.entries(listed).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
    ...manifest,
  };
  return zipOf([...Object.entries(members), ['manifest.json', JSON.stringify(table)]]);
}

/** Imports archives into a service that refuses everything, in a folder of its own. */
export function openTrials() {
  const folder = mkdtempSync(join(tmpdir(), 'formlog-made-archives-'));

  /** Imports an archive, and returns how many requests the service got, too. */
  async function imported(bytes: Buffer, ...more: string[]) {
    const service = await startFakeService(() => ({ status: 500, body: {} }));
    const file = join(folder, 'archive.zip');
    writeFileSync(file, bytes);
    const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't' };
    const result = await runCli(['accounts', 'import', file, ...more], env);
    await service.close();
    return { ...result, requests: service.requests.length };
  }

  async function refusedFor(bytes: Buffer, reason: RegExp | string, ...more: string[]): Promise<void> {
    const { code, stderr, requests } = await imported(bytes, ...more);
    assert.is(code, 1, stderr);
    assert.match(stderr, reason);
    assert.is(requests, 0, 'the service was asked nothing');
  }

  return { imported, refusedFor, close: () => rmSync(folder, { recursive: true }) };
}
