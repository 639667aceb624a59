import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRecord } from '../../../domain/check.ts';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { answerTo, drawnField } from '../../support/drawn-fields.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit } from '../../support/web.ts';

const test = suite('forms that are accepted can be answered');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  mine = await service.newAccount();
});
test.after(() => service.close());

/** Answers in the controls of the page. */
function typed(fields: readonly FieldDefinition[], answers: Readonly<Record<string, unknown>>) {
  const controls: Record<string, string | readonly string[]> = {};
  for (const { key, kind, hidden } of fields) {
    const answer = answers[key];
    if (answer === undefined || hidden || kind === 'hidden') continue;
    if (kind === 'ranking' && Array.isArray(answer))
      for (const [place, value] of answer.entries()) controls[`${key}.${String(value)}`] = String(place + 1);
    else if (kind === 'payment' && isRecord(answer)) {
      controls[`${key}.amount`] = (Number(answer['amount']) / 100).toFixed(2);
      controls[`${key}.currency`] = String(answer['currency']);
    } else if (isRecord(answer))
      for (const [part, value] of Object.entries(answer))
        controls[`${key}.${part}`] = [value].flat().map(String);
    else if (Array.isArray(answer)) controls[key] = answer.map(String);
    else if (typeof answer === 'boolean') controls[key] = answer ? 'yes' : 'no';
    else controls[key] = typeof answer === 'string' ? answer.replace(':00Z', '') : JSON.stringify(answer);
  }
  return controls;
}

test('law: random forms are answered by the API and on the page', async () => {
  const fields = fc
    .sample(drawnField, { numRuns: 600, seed: 41 })
    .filter((input) => defineFields([input], [], () => 'q').ok);
  assert.ok(fields.length > 100);
  for (let from = 0; from < fields.length; from += 20) {
    const inputs: FieldInput[] = fields
      .slice(from, from + 20)
      .map((input, index) => ({ ...input, key: `f${index}` }));
    const created = await mine.api('POST', '/forms', {
      body: { title: 'Drawn', status: 'published', fields: inputs },
    });
    assert.is(created.status, 201, created.text);
    const defined = defineFields(inputs, [], () => 'q');
    assert.ok(defined.ok);
    const answers: Record<string, unknown> = Object.fromEntries(
      defined.value
        .map((field): readonly [string, unknown] => [field.key, answerTo(field)])
        .filter(([, answer]) => answer !== undefined),
    );
    const formId = String(created.at('id'));
    const sent = await mine.api('POST', '/submissions', { body: { form_id: formId, answers } });
    assert.is(sent.status, 201, sent.text);
    const visit = openVisit(service);
    const page = await visit.get(`/f/${formId}`);
    const formToken = /name="formToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const shown: Record<string, unknown> = Object.fromEntries(
      defined.value.flatMap(({ key, default_value }) =>
        default_value === undefined ? [] : [[key, default_value]],
      ),
    );
    const posted = await visit.post(`/f/${formId}`, {
      formToken,
      ...typed(defined.value, { ...shown, ...answers }),
    });
    assert.is(posted.location, `/f/${formId}/thanks`, posted.text);
    service.clock.aheadMs += 61_000;
  }
});

test.run();
