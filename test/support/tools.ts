import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What some tests need and npm does not bring, with the Debian package that does. */
const packages = {
  chattr: 'e2fsprogs',
  chromium: 'chromium',
  curl: 'curl',
  libfaketime: 'libfaketime',
  'nats-server': 'nats-server',
  prlimit: 'util-linux',
  python3: 'python3',
} as const;

export type Tool = keyof typeof packages;

/** Tools that count as not installed, by commas: so that a run without them can be tried where they are. */
const hidden = (process.env['TEST_WITHOUT'] ?? '').split(',').map((name) => name.trim());

const onPath = (program: string): string[] => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  // Debian installs servers where only root's PATH looks.
  if (program === 'nats-server') folders.push('/usr/sbin');
  return folders.map((folder) => join(folder, program));
};

const inLibraries = (file: string): string[] =>
  existsSync('/usr/lib') ? readdirSync('/usr/lib').map((dir) => join('/usr/lib', dir, file)) : [];

/** The path of a tool; undefined where it is not installed. */
export function locate(tool: Tool): string | undefined {
  if (hidden.includes(tool)) return undefined;
  const places = tool === 'libfaketime' ? inLibraries('faketime/libfaketimeMT.so.1') : onPath(tool);
  return places.find(existsSync);
}

/** Why tests that need these tools are left out, and how to get the first that is missing; null where all are there. */
export function lacking(...tools: readonly Tool[]): string | null {
  const missing = tools.find((tool) => locate(tool) === undefined);
  return missing === undefined
    ? null
    : `${missing} is not installed; on Debian: apt-get install ${packages[missing]}`;
}
