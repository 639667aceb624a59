import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';
import { png } from '../../support/small-files.ts';
import { openVisit, origin } from '../../support/web.ts';

const test = suite('files of a public form without script');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;

const fields = [
  { key: 'name', label: 'Name', kind: 'short_text', required: true },
  {
    key: 'cv',
    label: 'CV',
    kind: 'file',
    required: true,
    validation: { max_files: 2, max_bytes: 3_000, types: ['image', 'text/plain'] },
  },
];

test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, fields);
});
test.after(() => service.close());

interface ChosenFile {
  readonly filename: string;
  readonly content: Buffer | string;
}
type Part = readonly [name: string, value: string | ChosenFile];

/** A form with files as browsers send it. */
function multipart(parts: readonly Part[]) {
  const boundary = '----formlog-test';
  const chunks = parts.flatMap(([name, value]) => {
    const isFile = typeof value !== 'string';
    const head = isFile ? `; filename="${value.filename}"\r\ncontent-type: application/octet-stream` : '';
    return [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${head}\r\n\r\n`),
      Buffer.from(isFile ? value.content : value),
      Buffer.from('\r\n'),
    ];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, origin },
  };
}

async function open() {
  const page = await openVisit(service).get(`/f/${formId}`);
  const location = page.location === undefined ? page : await openVisit(service).get(page.location);
  assert.match(location.text, /enctype="multipart\/form-data"/);
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(location.text) ?? [];
  const [, token = ''] = /name="formToken" value="([^"]+)"/.exec(location.text) ?? [];
  return { action, token };
}

async function send(parts: readonly Part[], page?: { action: string; token: string }) {
  const { action, token } = page ?? (await open());
  const sent = await service.inject({
    method: 'POST',
    url: action,
    ...multipart([['formToken', token], ...parts]),
  });
  return { ...sent, location: sent.header('location') };
}

async function lastFiles(): Promise<unknown> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const list = await mine.api('GET', `/submissions?form_id=${formId}`);
  const read = await mine.api('GET', `/submissions/${String(list.at('data.0.id'))}`);
  const files = read.at('answers.CV');
  assert.ok(Array.isArray(files));
  return files.map(({ name, type, size }: { name: string; type: string; size: number }) => ({
    name,
    type,
    size,
  }));
}

const textFile = (filename: string, content = 'Hello'): ChosenFile => ({ filename, content });
const keptIn = (text: string): string[] =>
  [...text.matchAll(/<input type="checkbox" name="cv" value="([^"]+)" checked/g)].map(
    ([, value = '']) => value,
  );

for (const [language, types, expected] of [
  [null, ['image', 'text/plain'], 'Up to 1 file of at most 10 MB each. Accepted: images or TXT.'],
  ['de', ['image/*', 'application/pdf', 'document'], 'Möglich sind: Bilder, PDF oder Dokumente.'],
  ['ja', ['video', 'application/x-own'], '使用できる種類：動画またはapplication/x-own。'],
  [null, [], 'Up to 1 file of at most 10 MB each.<'],
] as const)
  test(`the page says which files are accepted: ${expected}`, async () => {
    const id = await service.newForm(mine.accountId, [
      { key: 'cv', label: 'CV', kind: 'file', ...(types.length > 0 && { validation: { types } }) },
    ]);
    const changed = await service.admin('PATCH', `/forms/${id}`, { body: { language } });
    assert.is(changed.status, 200, changed.text);
    const page = await openVisit(service).get(`/f/${id}`);
    assert.match(page.text, expected);
  });

test('files are uploaded with the form', async () => {
  const sent = await send([
    ['name', 'Ada'],
    ['cv', textFile('cv.txt')],
    ['cv', { filename: 'photo.png', content: png }],
  ]);
  assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
  assert.equal(await lastFiles(), [
    { name: 'cv.txt', type: 'text/plain', size: 5 },
    { name: 'photo.png', type: 'image/png', size: png.length },
  ]);
});

test('files that have arrived stay on the page of a refusal, and are sent with it', async () => {
  const page = await open();
  const refused = await send(
    [
      ['name', ''],
      ['cv', textFile('kept.txt')],
    ],
    page,
  );
  assert.is(refused.status, 422, refused.text);
  const kept = keptIn(refused.text);
  assert.is(kept.length, 1);
  assert.match(kept[0] ?? '', /^\w+ kept\.txt$/);
  // The empty control is sent as a file without a name.
  const sent = await send(
    [
      ['name', 'Ada'],
      ['cv', kept[0] ?? ''],
      ['cv', textFile('', '')],
    ],
    page,
  );
  assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
  assert.equal(await lastFiles(), [{ name: 'kept.txt', type: 'text/plain', size: 5 }]);
});

test('a file that does not fit is named beside its question, and the others stay', async () => {
  const refusals: readonly (readonly [ChosenFile, RegExp])[] = [
    [textFile('large.txt', 'x'.repeat(3_001)), /large\.txt is too large: a file may have at most 2\.9 KB/],
    [textFile('plan.pdf', '%PDF-1.7\n'), /plan\.pdf is of type application\/pdf/],
    [textFile('empty.txt', ''), /empty\.txt is empty/],
  ];
  for (const [file, message] of refusals) {
    const refused = await send([
      ['name', 'Ada'],
      ['cv', textFile('good.txt')],
      ['cv', file],
    ]);
    assert.is(refused.status, 422, refused.text);
    assert.match(refused.text, message);
    assert.equal(
      keptIn(refused.text).map((text) => text.split(' ')[1]),
      ['good.txt'],
    );
  }
});

test('more files than the question takes are refused', async () => {
  const refused = await send([
    ['name', 'Ada'],
    ...['a', 'b', 'c'].map((name): Part => ['cv', textFile(`${name}.txt`)]),
  ]);
  assert.is(refused.status, 422);
  assert.match(refused.text, /Must have at most 2 files/);
  assert.is(keptIn(refused.text).length, 2);
});

test('a required question without a file is open', async () => {
  const refused = await send([
    ['name', 'Ada'],
    ['cv', textFile('', '')],
  ]);
  assert.is(refused.status, 422);
  assert.match(refused.text, /Requires an answer/);
});

test('a file of another submission is chosen again', async () => {
  const first = await send([
    ['name', ''],
    ['cv', textFile('mine.txt')],
  ]);
  const [kept = ''] = keptIn(first.text);
  assert.is(
    (
      await send([
        ['name', 'Ada'],
        ['cv', kept],
      ])
    ).status,
    303,
  );
  const second = await send([
    ['name', 'Eve'],
    ['cv', kept],
  ]);
  assert.is(second.status, 422);
  assert.match(second.text, /Belongs to another submission/);
  assert.equal(keptIn(second.text), []);
});

test('nothing is uploaded without the token of the page', async () => {
  const { action } = await open();
  const before = await service.log.head();
  const refused = await send(
    [
      ['name', 'Ada'],
      ['cv', textFile('cv.txt')],
    ],
    { action, token: 'forged' },
  );
  assert.is(refused.status, 422, refused.text);
  assert.is(await service.log.head(), before);
});

test('a body that is cut off is refused', async () => {
  const { action, token } = await open();
  const { payload, headers } = multipart([
    ['formToken', token],
    ['name', 'Ada'],
    ['cv', textFile('cv.txt')],
  ]);
  const cut = await service.inject({
    method: 'POST',
    url: action,
    headers,
    payload: payload.subarray(0, -30),
  });
  assert.ok(cut.status >= 400 && cut.status < 500, `${cut.status} ${cut.text}`);
});

test('a form without files is sent as before', async () => {
  const plain = await service.newForm(mine.accountId);
  const page = await openVisit(service).get(`/f/${plain}`);
  const { text } = page.location === undefined ? page : await openVisit(service).get(page.location);
  assert.not.match(text, /multipart/);
});

test.run();
