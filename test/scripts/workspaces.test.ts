import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rootUrl } from '../support/repository.ts';

const test = suite('packages');
const run = promisify(execFile);
const root = fileURLToPath(rootUrl);
const folder = mkdtempSync(join(tmpdir(), 'formlog-packages-'));
test.after(() => rmSync(folder, { recursive: true }));

const Manifest = Type.Object({ dependencies: Type.Optional(Type.Record(Type.String(), Type.String())) });
const dependenciesIn = (path: string): Record<string, string> =>
  Value.Parse(Manifest, JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))).dependencies ??
  {};

test('each package depends on the versions of the service', () => {
  const ofService = dependenciesIn('.');
  for (const name of readdirSync(join(root, 'packages')))
    for (const [dependency, version] of Object.entries(dependenciesIn(`packages/${name}`)))
      assert.is(version, ofService[dependency], `${dependency} of ${name}`);
});

test('no package has a dependency installed for itself', () => {
  const Lock = Type.Object({ packages: Type.Record(Type.String(), Type.Unknown()) });
  const { packages } = Value.Parse(Lock, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  assert.equal(
    Object.keys(packages).filter((path) => /^packages\/.*\/node_modules\//.test(path)),
    [],
  );
});

const uses = {
  'embedded-mongodb': `import { startMongo } from '@formlog/embedded-mongodb';
import { MongoClient } from 'mongodb';
const server = await startMongo({ dir: 'mongodb' });
const client = await MongoClient.connect(server.url);
await client.db('test').collection('words').insertOne({ word: 'stored' });
console.log((await client.db('test').collection('words').findOne())?.['word']);
await client.close();
await server.close();
`,
  'embedded-eventstore': `import { startEventStore } from '@formlog/embedded-eventstore';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
const server = await startEventStore({ dir: 'eventstore' });
const client = EventStoreDBClient.connectionString(server.url);
await client.appendToStream('words', jsonEvent({ type: 'stored', data: {} }));
for await (const { event } of client.readStream('words')) console.log(event?.type);
await client.dispose();
await server.close();
`,
  'embedded-nats': `import { startNats } from '@formlog/embedded-nats';
import { connect } from 'nats';
const server = await startNats();
const client = await connect({ servers: server.url });
client.subscribe('words', { callback: (_, message) => message.respond('stored') });
console.log((await client.request('words')).string());
await client.close();
await server.close();
`,
  client: `import { FormlogClient, verifyWebhook } from '@formlog/client';
const client = new FormlogClient('http://127.0.0.1:1', 'key');
export const title = async (id: string): Promise<string> =>
  (await client.request('get', '/api/public/v1/forms/{id}', { path: { id } })).title;
const verified = verifyWebhook({ headers: {}, body: '', secret: 'a secret' });
console.log(verified.ok ? 'genuine' : 'stored');
`,
};

const Packed = Type.Tuple([Type.Object({ filename: Type.String(), size: Type.Number() })]);

/** Packs a package and unpacks it in a project, beside the other dependencies of this checkout. */
async function install(name: string, project: string): Promise<void> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  await run('npm', ['run', 'build'], { cwd: join(root, 'packages', name) });
  const { stdout } = await run('npm', args, { cwd: join(root, 'packages', name) });
  const [{ filename, size }] = Value.Parse(Packed, JSON.parse(stdout));
  assert.ok(size <= 150_000, `${size} bytes`);
  const installed = join(project, 'node_modules', '@formlog', name);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
  for (const module of readdirSync(join(root, 'node_modules')).filter((one) => !/^\.|^@formlog$/.test(one)))
    symlinkSync(join(root, 'node_modules', module), join(project, 'node_modules', module));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
}

for (const [name, source] of Object.entries(uses))
  test(`a project that installs ${name} uses it from TypeScript`, async () => {
    const project = join(folder, name);
    await install(name, project);
    writeFileSync(join(project, 'use.ts'), source);
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', 'node'];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, ...options, '--skipLibCheck', 'use.ts'], { cwd: project });
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: project });
    assert.is(stdout, 'stored\n');
  });

test.run();
