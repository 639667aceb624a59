import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noisePng, smallPicture } from '../../../support/pictures.ts';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('formlog pictures, and the pictures of forms');
let service: TestService;
let directory: string;
let env: Record<string, string>;
let account: string;

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-cli-pictures-'));
  service = await startService();
  ({ accountId: account } = await service.newAccount());
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '', FORMLOG_ACCOUNT: account };
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

function fileOf(name: string, bytes: Buffer | string): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

async function run(...args: string[]) {
  const done = await runCli(args, env);
  assert.is(done.code, 0, done.stderr);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  return done;
}

const lookOf = async (form: string) => (await service.admin('GET', `/forms/${form}`)).at('look');

test('a picture is uploaded, shown and downloaded', async () => {
  const file = fileOf('logo.png', smallPicture('png'));
  const { id } = (await run('pictures', 'upload', file, '--json')).lines()[0] as { id: string };
  assert.match((await run('pictures', 'show', id)).stdout, /pixels +8 × 4/);
  const copy = join(directory, 'copy.png');
  await run('pictures', 'download', id, '--output', copy);
  assert.equal(readFileSync(copy), smallPicture('png'));
});

test('a form gets a logo and a cover, another text, and loses them', async () => {
  const logo = fileOf('logo.png', smallPicture('png'));
  const cover = fileOf('cover.jpg', smallPicture('jpeg'));
  const named = ['--title', 'Pictured', '--field', 'name:short_text', '--publish', '--json'];
  const pictures = ['--logo', logo, '--logo-alt', 'Oak & Elm', '--cover', cover];
  const made = await run('forms', 'create', ...named, ...pictures);
  const { id, look } = made.lines()[0] as { id: string; look: { logo: object } };
  assert.equal(await lookOf(id), look);
  assert.match((await run('forms', 'show', id)).stdout, /logo +“Oak & Elm”, 8 × 4 \(\w{20}\)/);
  await run('forms', 'edit', id, '--logo-alt', 'Oak', '--no-cover');
  assert.equal(await lookOf(id), { color: null, logo: { ...look.logo, alt: 'Oak' }, cover: null });
  const file = fileOf('form.json', (await run('forms', 'show', id, '--json')).stdout);
  await run('forms', 'edit', id, '--no-logo');
  assert.equal(await lookOf(id), { color: null, logo: null, cover: null });
  const { etag: _, ...definition } = JSON.parse(readFileSync(file, 'utf8')) as { etag: string };
  await run('forms', 'edit', id, '--file', fileOf('form.json', JSON.stringify(definition)));
  assert.equal(await lookOf(id), { color: null, logo: { ...look.logo, alt: 'Oak' }, cover: null });
});

test('the pictures of a form are those of its account, whichever account is chosen', async () => {
  const other = await service.newAccount();
  const form = await service.newForm(other.accountId, [nameField]);
  await run('forms', 'edit', form, '--cover', fileOf('cover.gif', smallPicture('gif')));
  assert.is((await service.admin('GET', `/forms/${form}`)).at('look.cover.width'), 1);
});

const refusals: readonly (readonly [name: string, args: () => string[], code: number, message: RegExp])[] = [
  ['no picture', () => ['--logo', fileOf('logo.svg', '<svg/>')], 1, /no PNG, JPEG, WebP or GIF/],
  ['a large logo', () => ['--logo', fileOf('large.png', noisePng(200, 100))], 1, /too large for a logo/],
  ['no file', () => ['--cover', join(directory, 'none')], 2, /cannot be read/],
  ['a text without a picture', () => ['--cover-alt', 'Roses'], 2, /The form has no cover/],
];
for (const [name, args, code, message] of refusals)
  test(`${name} is refused`, async () => {
    const form = await service.newForm(account, [nameField]);
    const done = await runCli(['forms', 'edit', form, ...args()], env);
    assert.is(done.code, code, done.stderr);
    assert.match(done.stderr, message);
    assert.is(await lookOf(form), undefined);
  });

test.run();
