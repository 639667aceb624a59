import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../dispatcher/worker/signature.ts';
import { eventually } from '../support/eventually.ts';
import { rootUrl } from '../support/repository.ts';

const test = suite('package');
const run = promisify(execFile);
const root = fileURLToPath(rootUrl);
const folder = mkdtempSync(join(tmpdir(), 'formlog-package-'));
test.after(() => rmSync(folder, { recursive: true }));

/** What `npm pack --json` prints. */
const Packed = Type.Tuple([
  Type.Object({
    filename: Type.String(),
    size: Type.Number(),
    files: Type.Array(Type.Object({ path: Type.String(), mode: Type.Integer() })),
  }),
]);
type Packed = Type.Static<typeof Packed>[0];

/** Packs what was built, as `npm publish` does. */
async function pack(): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 2 ** 24 });
  return Value.Parse(Packed, JSON.parse(stdout))[0];
}

/**
 * A project that has the package installed. Its dependencies are those of this checkout, so that no registry is needed.
 * @returns the folder of the package
 */
async function install(project: string, { filename }: Packed): Promise<string> {
  const modules = join(project, 'node_modules');
  const installed = join(modules, 'formlog');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !one.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  return installed;
}

const packed = await pack();
const project = join(folder, 'project');
const installed = await install(project, packed);

test('the package is small', () => {
  assert.ok(packed.size <= 1_500_000, `${packed.size} bytes`);
});

test('the package holds the compiled product and no dependency, benchmark or source map', () => {
  const product =
    /^dist\/(async|domain|log|coordination|commands|projections|api|dispatcher|app|mail|web|packages\/embedded-[a-z]+\/src)\//;
  const others = packed.files.map(({ path }) => path).filter((path) => !product.test(path));
  assert.equal(others.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  const data = /^dist\/(web\/(assets\/files|form\/languages)|mail\/languages)\//;
  const compiled = packed.files.filter(({ path }) => product.test(path) && !data.test(path));
  const unexpected = compiled.map(({ path }) => path).filter((path) => !path.endsWith('.js'));
  assert.equal(unexpected, ['dist/dispatcher/worker/verify-webhook.d.ts']);
});

async function firstLine(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) return line;
  throw new Error('the program ended before it printed a line');
}

test('an installed package serves the demo', async () => {
  const program = join(installed, 'dist/app/cli/main.js');
  const child = spawn(process.execPath, [program, 'serve', '--demo', '--json'], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const exited = once(child, 'exit');
    const Ready = Type.Object({ url: Type.String() });
    const { url } = Value.Parse(Ready, JSON.parse(await firstLine(child.stdout)));
    await eventually('the service is ready', async () => (await fetch(`${url}/readyz`)).ok, 60_000);
    child.kill('SIGTERM');
    assert.equal(await exited, [0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a project with the package verifies a webhook in JavaScript and in TypeScript', async () => {
  const body = '{"event":"ping"}';
  const headers = signedHeaders({
    scheme: 'timestamped',
    secrets: ['a secret'],
    body: Buffer.from(body),
    deliveryId: 'd',
    event: 'ping',
    now: new Date(),
    product: 'Service',
  });
  writeFileSync(
    join(project, 'receiver.ts'),
    `import { verifyWebhook } from 'formlog/verify-webhook';
const headers = ${JSON.stringify(headers)};
const verify = (body: string): string => {
  const verified = verifyWebhook({ headers, body, secret: 'a secret' });
  return verified.ok ? 'genuine' : verified.reason;
};
console.log(verify('${body}'), verify('other'));
`,
  );
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', 'node'];
  const types = ['--typeRoots', join(root, 'node_modules', '@types')];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, ...options, ...types, 'receiver.ts'], { cwd: project });
  const { stdout } = await run(process.execPath, ['receiver.js'], { cwd: project });
  assert.is(stdout, 'genuine wrong_signature\n');
});

test.run();
