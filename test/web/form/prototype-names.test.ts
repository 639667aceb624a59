/** What objects have of their own may be a key, a value or a label: it is answered and shown as any other. */
import { runInNewContext } from 'node:vm';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldInput } from '../../../domain/form/field.ts';
import { optionsOf } from '../../support/fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit, signIn } from '../../support/web.ts';

const test = suite('names of members that every object has');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.after(() => service.close());

/** Those of a realm without the test runner, which adds one. */
const names: unknown = runInNewContext('Object.getOwnPropertyNames(Object.prototype)');
const inherited = Value.Parse(Type.Array(Type.String()), names);
const rows = inherited.filter((name) => name !== '__proto__');
const choices = { options: optionsOf(...inherited) };
const kinds: readonly (Omit<FieldInput, 'label'> & { readonly answer: unknown })[] = [
  { kind: 'short_text', answer: 'x' },
  { kind: 'yes_no', answer: true },
  { kind: 'number', answer: 3 },
  { kind: 'full_name', answer: { first_name: 'Ada' } },
  { kind: 'payment', answer: { amount: 1250, currency: 'EUR' } },
  { kind: 'single_choice', ...choices, answer: '__proto__' },
  { kind: 'dropdown', ...choices, answer: 'constructor' },
  { kind: 'multiple_choice', ...choices, answer: ['toString', '__proto__'] },
  { kind: 'ranking', ...choices, answer: inherited.toReversed() },
  {
    kind: 'matrix',
    ...choices,
    rows: optionsOf(...rows),
    answer: Object.fromEntries(rows.map((row, index) => [row, inherited[index]])),
  },
];

/** The controls of a browser that give an answer to the field with the key `constructor`. */
function controlsOf(kind: string, answer: unknown): Record<string, string | readonly string[]> {
  const key = 'constructor';
  if (kind === 'ranking' && Array.isArray(answer))
    return Object.fromEntries(answer.map((value, at) => [`${key}.${String(value)}`, String(at + 1)]));
  if (Array.isArray(answer)) return { [key]: answer.map(String) };
  if (kind === 'payment') return { [`${key}.amount`]: '12.50', [`${key}.currency`]: 'EUR' };
  if (typeof answer === 'object' && answer !== null)
    return Object.fromEntries(
      Object.entries(answer).map(([part, value]) => [`${key}.${part}`, String(value)]),
    );
  return { [key]: answer === true ? 'yes' : String(answer) };
}

for (const { answer, ...field } of kinds)
  for (const label of ['__proto__', 'constructor', 'Any'])
    test(`a field ${field.kind} with the key constructor and the label ${label} is answered and shown`, async () => {
      service.clock.aheadMs += 61_000;
      const formId = await service.newForm(mine.accountId, [{ ...field, key: 'constructor', label }]);
      const made = await mine.api('POST', '/submissions', {
        body: { form_id: formId, answers: { constructor: answer } },
      });
      assert.is(made.status, 201, made.text);

      const visit = openVisit(service);
      const query = new URLSearchParams({ constructor: 'x', toString: 'y' });
      assert.is((await visit.get(`/f/${formId}?${query.toString()}`)).status, 200);
      const page = await visit.get(`/f/${formId}`);
      assert.is(page.status, 200, page.text);
      const formToken = /name="formToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const wrong = await visit.post(`/f/${formId}`, {
        formToken,
        constructor: 'wrong',
        'constructor.amount': 'x',
      });
      assert.ok([303, 422].includes(wrong.status), wrong.text);
      const again =
        /name="formToken" value="([^"]+)"/.exec((await visit.get(`/f/${formId}`)).text)?.[1] ?? '';
      const sent = await visit.post(`/f/${formId}`, { formToken: again, ...controlsOf(field.kind, answer) });
      assert.is(sent.location, `/f/${formId}/thanks`, sent.text);

      service.note((await service.log.head()) ?? 0n);
      await service.settled();
      const list = await mine.api('GET', `/submissions?form_id=${formId}`);
      const ids = [list.at('data.0.id'), String(made.at('id'))].map(String);
      const expected = JSON.stringify(answer);
      const shown = JSON.stringify(Object.fromEntries([[label, answer]]));
      for (const id of ids) {
        const read = await mine.api('GET', `/submissions?id=${id}`);
        assert.ok(read.text.includes(`"answers":${shown}`), read.text);
        assert.ok(read.text.includes(`"value":${expected}`), read.text);
        assert.is((await service.admin('GET', `/submissions/${id}`)).status, 200);
        assert.is((await service.admin('GET', `/submissions/${id}/history`)).status, 200);
      }
      for (const format of ['csv', 'ndjson']) {
        const file = await service.admin('GET', `/forms/${formId}/exports/submissions?format=${format}`);
        assert.is(file.status, 200, file.text);
      }
      assert.is((await mine.api('GET', `/forms?id=${formId}`)).at('fields.0.key'), 'constructor');

      const operator = await signIn(service, service.operatorTokens[0] ?? '');
      for (const path of [`forms/${formId}`, `forms/${formId}/edit`, `submissions/${ids[0]}`])
        assert.is((await operator.get(`/console/${path}`)).status, 200, path);
    });

test.run();
