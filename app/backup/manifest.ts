import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The file that describes a backup. */
const manifestFile = 'backup.json';

const BackedUpFile = Type.Object({
  /** Within the backup, with slashes. */
  path: Type.String({ pattern: '^(?!/)(?!.*\\.\\.)[\\w./-]+$' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
type BackedUpFile = Static<typeof BackedUpFile>;

export const Manifest = Type.Object({
  formlog_backup: Type.Literal(1),
  /** The version of Formlog that made the backup. */
  version: Type.String(),
  created_at: Type.String(),
  /** The position of the last event. */
  position: Type.String(),
  master_key: Type.Boolean(),
  read_models: Type.Boolean(),
  /** The number of uploaded files; absent from backups of earlier releases. */
  uploads: Type.Optional(Type.Integer({ minimum: 0 })),
  files: Type.Array(BackedUpFile),
});
export type Manifest = Static<typeof Manifest>;

/** Describes the files in a directory and the directories below it. */
export async function filesIn(dir: string, below = ''): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await filesIn(dir, path)));
    else if (path !== manifestFile) files.push(await describe(dir, path));
  }
  return files;
}

async function describe(dir: string, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(dir, path)), hash);
  return { path, bytes: statSync(join(dir, path)).size, sha256: hash.digest('hex') };
}

export function writeManifest(dir: string, manifest: Manifest): void {
  writeFileSync(join(dir, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/** Returns the manifest of a backup; null if the directory is none. */
export function readManifest(dir: string): Manifest | null {
  try {
    const content: unknown = JSON.parse(readFileSync(join(dir, manifestFile), 'utf8'));
    return Value.Check(Manifest, content) ? content : null;
  } catch {
    return null;
  }
}

/** Returns the first difference between a backup and its manifest; null if every file is as it was. */
export async function differenceIn(dir: string, { files }: Manifest): Promise<string | null> {
  const found = new Map((await filesIn(dir)).map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of files) {
    const file = found.get(path);
    if (!file) return `${path} is missing`;
    if (file.bytes !== bytes || file.sha256 !== sha256)
      return `${path} differs from the file that was backed up`;
  }
  return null;
}
