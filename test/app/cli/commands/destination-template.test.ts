import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { blankTemplate } from '../../../../api/contract/webhooks/destination-template.ts';
import { runAgainst as run } from '../against.ts';
import { apiError, type FakeAnswer, type FakeRequest } from '../fake-service.ts';

const test = suite('formlog destinations template');
const folder = mkdtempSync(join(tmpdir(), 'formlog-template-'));
test.after(() => rmSync(folder, { recursive: true }));

const created = {
  id: 'd1',
  label: 'here',
  url: 'https://x/',
  events: ['form.published'],
  form_id: null,
  included_questions: ['A'],
  enabled: false,
  signing_secret: 'whsec_x',
};

const base = '/api/admin/v1/destinations';

const fields = [
  { id: 'q1', key: 'name', label: 'Name', kind: 'short_text', required: true, position: 0, hidden: false },
];
const template = {
  ...blankTemplate({ schemaUrl: 'https://f/schema', docsUrl: 'https://f/docs', form: null }),
  formId: 'f1',
  includedQuestions: ['Name'],
};
const services = (request: FakeRequest): FakeAnswer => {
  if (request.path.includes('/template')) return { status: 200, body: template };
  if (request.path.includes('/forms/')) return { status: 200, body: { fields } };
  return { status: 201, body: created };
};

test('a template is written, completed and read again', async () => {
  const file = join(folder, 'filled.json');
  const written = await run(['destinations', 'template', '--form', 'f1', '--out', file], services);
  assert.equal([written.code, written.asked], [0, [[`GET ${base}/template?form_id=f1`, null]]]);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')), template);
  assert.is((await run(['destinations', 'template', '--out', file], services)).code, 2, 'never overwritten');
  writeFileSync(file, JSON.stringify({ ...template, url: 'https://crm.example/' }));
  const added = await run(['destinations', 'add', '--template', file, '--concurrency', '2'], services);
  assert.is(added.code, 0, added.stderr);
  assert.equal(added.asked[1], [
    'POST /api/admin/v1/accounts/a/destinations',
    {
      label: 'Custom webhook',
      url: 'https://crm.example/',
      events: ['submission.created'],
      enabled: true,
      form_id: 'f1',
      included_questions: ['Name'],
      concurrency: 2,
    },
  ]);
  const printed = await run(['destinations', 'template', '--json'], services);
  assert.equal(printed.lines(), [template]);
});

test('all faults of a template are named, and nothing is added', async () => {
  const file = join(folder, 'wrong.json');
  const faultsOf = async (value: unknown) => {
    writeFileSync(file, JSON.stringify(value));
    const { code, stderr, asked } = await run(['destinations', 'add', '--template', file], services);
    assert.is(code, 1, stderr);
    assert.not.ok(asked.some(([what]) => String(what).startsWith('POST')));
    return stderr.match(/^ {2}\/\S+/gm)?.map((path) => path.trim());
  };
  assert.equal(await faultsOf(template), ['/url']);
  assert.equal(
    await faultsOf({ ...template, url: 'http://crm.example/', includedQuestions: ['Nome', 'Name', 'Nom'] }),
    ['/url', '/includedQuestions/0', '/includedQuestions/2'],
  );
  const { enabled: _, ...incomplete } = template;
  const formlog = { ...template.formlog, label: '' };
  assert.equal((await faultsOf({ ...incomplete, formlog, events: [], other: 1 }))?.sort(), [
    '/enabled',
    '/events',
    '/formlog/label',
    '/other',
    '/url',
  ]);
  writeFileSync(file, '{');
  assert.is((await run(['destinations', 'add', '--template', file], services)).code, 2);
  assert.is((await run(['destinations', 'add'], services)).code, 2, 'neither address nor template');
});

test('each fault of a template has a message that helps, however many there are', async () => {
  const file = join(folder, 'mistaken.json');
  const told = async (value: unknown, answer = services) => {
    writeFileSync(file, JSON.stringify(value));
    const { stderr } = await run(['destinations', 'add', '--template', file], answer);
    return stderr.match(/^ {2}\/.*$/gm)?.map((line) => line.trim());
  };
  const unknown = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`other${n}`, n]));
  assert.equal((await told({ ...template, ...unknown, events: ['form.gone'], signature: 'md5' }))?.sort(), [
    '/events/0 Must be one of: submission.created, submission.payment_completed, submission.corrected, form.published.',
    ...Object.keys(unknown).map((name) => `/${name} Is not a known field.`),
    '/signature Must be one of: timestamped, sha256, standard-webhooks.',
    '/url Must be filled in.',
  ]);
  assert.equal(await told([]), ['/ must be object.']);
  const url = 'https://crm.example/';
  const nowhere = (request: FakeRequest) =>
    request.path.includes('/forms/') ? apiError(404, 'not_found') : services(request);
  assert.equal(await told({ ...template, url }, nowhere), ['/formId The form does not exist.']);
  assert.equal(await told({ ...template, url, includedQuestions: [] }, nowhere), [
    '/formId The form does not exist.',
  ]);
});

test.run();
