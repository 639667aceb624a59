import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldInput } from '../../../domain/form/field.ts';
import { typedIn } from '../../../web/form/entered-texts.ts';
import { openFormPages } from '../../../web/form/form-pages.tsx';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { openVisit, signIn } from '../../support/web.ts';
import { controlsOf } from '../console/forms/editor-visit.ts';

const test = suite('texts in controls come back as they were');

// Browsers read each of these as one sign where an attribute has it as it is.
const text = 'x &lt;b &reg_id=1 &copy; &amp;';
const encoded = text.replaceAll('&', '&amp;');

let service: TestService;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
});
test.after(() => service.close());

const options = [{ value: text, label: 'Label' }];
const inputs: readonly (FieldInput & { key: string })[] = [
  { key: 'line', label: 'Line', kind: 'short_text', placeholder: text },
  { key: 'site', label: 'Site', kind: 'url' },
  { key: 'who', label: 'Who', kind: 'full_name' },
  { key: 'one', label: 'One', kind: 'single_choice', options },
  { key: 'list', label: 'List', kind: 'dropdown', options },
  { key: 'some', label: 'Some', kind: 'multiple_choice', options },
  { key: 'order', label: 'Order', kind: 'ranking', options },
  { key: 'grid', label: 'Grid', kind: 'matrix', options, rows: options },
];

test('on the page of a form, whatever the kind of the field', async () => {
  let ids = 0;
  const defined = defineFields(inputs, [], () => `id${(ids += 1)}`);
  if (!defined.ok) throw new Error(JSON.stringify(defined.error));
  const form = {
    exists: true,
    formId: 'form',
    accountId: 'account',
    title: 'Title',
    description: '',
    slug: 'title',
    status: 'published',
    wasPublished: true,
    fields: defined.value,
    version: 1,
    createdAt: '',
    updatedAt: '',
  } as const;
  const typed = typedIn({ line: text, site: text, 'who.first_name': text });
  const kept = [{ label: text, text }];
  const page = await openFormPages().renderEntered(form, 'token', {
    typed,
    problems: [],
    notice: null,
    kept,
  });
  for (const name of ['line', 'site', 'who.first_name', 'one', 'some', 'keptLabel', 'keptText'])
    assert.match(page, new RegExp(`name="${name}"[^>]* value="${encoded}"`), name);
  assert.ok(page.includes(`name="order.${encoded}"`));
  assert.ok(page.includes(`name="grid.${encoded}"`));
  for (const sign of ['&reg_id', '&copy;', '&lt;b &']) assert.not(page.includes(sign), sign);
});

test('on the page that is shown to a sender without a token', async () => {
  const { accountId } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField]);
  const page = await openVisit(service).post(`/f/${formId}`, { formToken: 'none', name: text });
  assert.ok(page.text.includes(`value="${encoded}"`), page.text);
});

test('in the console, so that saving changes nothing else', async () => {
  const { accountId, api } = await service.newAccount();
  const url = 'https://example.com/hook?a=1&reg_id=2';
  const made = await api('POST', '/destinations', { body: { label: text, url } });
  const formId = await service.newForm(accountId, [{ ...nameField, label: text }]);
  await service.admin('PATCH', `/forms/${formId}`, { body: { title: text } });
  await service.settled();
  const visit = await signIn(service, service.operatorTokens[0] ?? '');
  const destination = await visit.get(`/console/destinations/${String(made.at('id'))}/edit`);
  assert.ok(destination.text.includes(`value="${url.replaceAll('&', '&amp;')}"`), destination.text);
  assert.ok(destination.text.includes(`value="${encoded}"`));
  const field = String((await service.admin('GET', `/forms/${formId}`)).at('fields.0.id'));
  const editor = await visit.get(`/console/forms/${formId}/edit?open=${field}`);
  const { title, 'q.label': label } = controlsOf(editor.text);
  assert.equal([title, label], [text, text]);
  // A browser would read these as signs.
  const [, form = ''] = editor.text.split('id="edit-form"');
  for (const sign of ['&reg_id', '&copy;']) assert.not((form.split('</form>')[0] ?? '').includes(sign), sign);
});

test.run();
