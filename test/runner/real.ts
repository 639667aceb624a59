/**
 * Runs the suites that touch stores against the real servers that are named, with embedded servers for the others, and
 * closes with a table of them. Without MONGODB_URL, a mongod is started where one can be had.
 *
 *   EVENTSTORE_URL=… MONGODB_URL=… NATS_URL=… npm run test:real [-- SUITE...]
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { findTestFiles } from './find-files.ts';
import { startMemoryMongod } from './memory-mongod.ts';
import { description, dropServiceDatabases, type Setting, settings } from './real-servers.ts';

interface Suite {
  readonly path: string;
  /** The stores that its tests use. */
  readonly uses: readonly Setting[];
}

const suites: readonly Suite[] = [
  { path: 'test/contract/eventstore', uses: ['EVENTSTORE_URL'] },
  { path: 'test/contract/mongodb', uses: ['MONGODB_URL'] },
  { path: 'test/contract/nats', uses: ['NATS_URL'] },
  { path: 'test/log', uses: ['EVENTSTORE_URL'] },
  { path: 'test/commands', uses: ['EVENTSTORE_URL'] },
  // Before the suites below: a service takes up all events of the log, theirs as well.
  { path: 'test/e2e', uses: settings },
  { path: 'test/coordination', uses: ['MONGODB_URL'] },
  { path: 'test/projections', uses: ['EVENTSTORE_URL', 'MONGODB_URL'] },
  { path: 'test/dispatcher', uses: settings },
];

const limitS = 600;
const wanted = process.argv.slice(2);
/** A suite is named by its path, or with others by a folder that holds it. */
const isNamedBy = (named: string, { path }: Suite): boolean =>
  `${path}/`.startsWith(`${named.replace(/\/+$/, '')}/`);
const unknown = wanted.filter((named) => !suites.some((suite) => isNamedBy(named, suite)));
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}. There are: ${suites.map(({ path }) => path).join(', ')}.`);
  process.exit(2);
}
const mongod = process.env['MONGODB_URL'] === undefined ? await startMemoryMongod() : null;
const urls: Partial<Record<Setting, string>> = {
  ...Object.fromEntries(settings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...(mongod && { MONGODB_URL: mongod.url }),
};
const servers = new Map<Setting, string>();
for (const name of settings) {
  const url = urls[name];
  if (url === undefined) continue;
  const described = await description[name](url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`The server that ${name} names cannot be used: ${reason}\nStart it, or correct ${name}.`);
    return null;
  });
  if (described !== null) servers.set(name, described);
  else process.exitCode = 2;
}
if (process.exitCode === 2) {
  await mongod?.close();
  process.exit();
}

const table = new Table({
  head: ['suite', 'against', 'passed', 'failed', 'left out'],
  style: { head: [], border: [] },
});
const embeddedOnly: string[] = [];
try {
  for (const suite of suites.filter(
    (each) => wanted.length === 0 || wanted.some((named) => isNamedBy(named, each)),
  ))
    table.push(await run(suite));
} finally {
  if (urls.MONGODB_URL !== undefined) await dropServiceDatabases(urls.MONGODB_URL);
  await mongod?.close();
}
console.log(['Embedded only, not run:', ...embeddedOnly].join('\n  '));
console.log(table.toString());

async function run({ path, uses }: Suite): Promise<string[]> {
  const against = uses.flatMap((name) => servers.get(name) ?? []);
  if (against.length === 0) return [path, `not run: ${uses.join(', ')} not set`, '', '', ''];
  const files = findTestFiles([path]).filter((file) => {
    const reason = /^\/\/ Embedded only: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
    if (reason !== undefined) embeddedOnly.push(`${file}: ${reason}`);
    return reason === undefined;
  });
  const output = await runFiles(files);
  const [, passed = '0', failed = '?', leftOut = '0'] =
    /^(\d+) passed, (\d+) failed(?:, (\d+) left out)?$/m.exec(output) ?? [];
  if (failed !== '0') process.exitCode = 1;
  return [path, against.join('; '), passed, failed, leftOut];
}

/** Runs files one at a time: they share the servers. */
async function runFiles(files: readonly string[]): Promise<string> {
  const runner = fileURLToPath(new URL('run.js', import.meta.url));
  const child = spawn(process.execPath, [runner, '--jobs', '1', '--limit', String(limitS), ...files], {
    env: { ...process.env, ...urls },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}
