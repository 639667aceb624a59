import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destination } from '../../../domain/destination/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('admin API: chosen questions of destinations');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const mail = { key: 'mail', label: 'E-mail', kind: 'short_text' };
const tel = { key: 'tel', label: 'Phone', kind: 'short_text' };

const newForm = (accountId: string, fields: object[]) => service.newForm(accountId, fields);

async function newDestination(accountId: string, body: object) {
  const made = await service.admin('POST', `/accounts/${accountId}/destinations`, {
    body: { label: 'CRM', url: 'https://crm.example/hooks', ...body },
  });
  assert.is(made.status, 201, made.text);
  return { made, id: String(made.at('id')) };
}

const change = (formId: string, fields: object[]) =>
  service.admin('PATCH', `/forms/${formId}`, { body: { fields } });
const read = async (id: string): Promise<TestResponse> => {
  await service.settled();
  return service.admin('GET', `/destinations/${id}`);
};
const codesOf = (answer: TestResponse): string[] => {
  const { warnings = [] } = JSON.parse(answer.text) as { warnings?: { code: string }[] };
  return warnings.map(({ code }) => code);
};

test('a label is found however its characters are composed', async () => {
  const { accountId } = await service.newAccount();
  const label = 'Größe und Café'.normalize('NFC');
  const formId = await newForm(accountId, [mail, { key: 'size', label, kind: 'short_text' }]);
  const { made } = await newDestination(accountId, {
    form_id: formId,
    included_questions: [label.normalize('NFD')],
  });
  assert.is(made.at('included_fields.0.label'), label);
});

test('a chosen question stays chosen when its label changes, and a new question with its old label is not chosen', async () => {
  const { accountId } = await service.newAccount();
  const formId = await newForm(accountId, [mail, tel]);
  const { id, made } = await newDestination(accountId, {
    form_id: formId,
    included_questions: ['E-mail', 'Phone'],
  });
  const [first, second] = [made.at('included_fields.0.id'), made.at('included_fields.1.id')];
  const renamed = await change(formId, [
    { ...mail, label: 'Address' },
    { ...tel, label: 'Diagnosis' },
    { key: 'new', label: 'Phone', kind: 'short_text' },
  ]);
  assert.equal([renamed.status, codesOf(renamed)], [200, []]);
  const shown = await read(id);
  assert.equal(shown.at('included_questions'), ['Address', 'Diagnosis']);
  assert.equal(shown.at('included_fields'), [
    { id: first, form_id: formId, label: 'Address' },
    { id: second, form_id: formId, label: 'Diagnosis' },
  ]);
  assert.equal(shown.at('warnings'), []);
});

test('a change of a form lists the destinations whose chosen questions it removes', async () => {
  const { accountId } = await service.newAccount();
  const formId = await newForm(accountId, [mail, tel]);
  const { id, made } = await newDestination(accountId, {
    form_id: formId,
    included_questions: ['E-mail', 'Phone'],
  });
  await service.settled();
  const lost = await change(formId, [{ ...mail, kind: 'email' }]);
  assert.equal(codesOf(lost), ['choice_changed_kind', 'choice_lost_question']);
  assert.equal(
    [lost.at('warnings.1.destination_id'), lost.at('warnings.1.field_id')],
    [id, made.at('included_fields.1.id')],
  );
  assert.match(
    String(lost.at('warnings.1.message')),
    'Destination "CRM" no longer gets the answer to "Phone".',
  );
  const empty = await change(formId, [{ key: 'other', label: 'Other', kind: 'short_text' }]);
  assert.equal(codesOf(empty), ['choice_lost_question', 'choice_empty']);
  const shown = await read(id);
  assert.equal(codesOf(shown), ['question_missing', 'question_missing']);
  assert.equal(shown.at('included_fields.0.label'), null);
  const names = JSON.parse(shown.text) as { included_questions: string[] };
  assert.is(names.included_questions.length, 2, 'never empty, which would mean all');
  const back = await service.admin('PATCH', `/destinations/${id}`, {
    body: { included_questions: names.included_questions },
  });
  assert.equal([back.status, back.at('included_fields')], [200, shown.at('included_fields')]);
});

test('a form created after the choice is not included, and the destination warns of it', async () => {
  const { accountId } = await service.newAccount();
  const first = await newForm(accountId, [mail]);
  const { id, made } = await newDestination(accountId, { included_questions: ['E-mail'] });
  assert.equal([made.at('included_fields.0.form_id'), codesOf(made)], [first, []]);
  const later = await newForm(accountId, [mail]);
  const shown = await read(id);
  assert.equal([codesOf(shown), shown.at('warnings.0.form_id')], [['form_not_chosen'], later]);
  const chosen = await service.admin('PATCH', `/destinations/${id}`, {
    body: { included_questions: ['E-mail'] },
  });
  assert.equal(
    [codesOf(chosen), chosen.at('included_fields.0.label'), chosen.at('included_fields.1.label')],
    [[], 'E-mail', 'E-mail'],
  );
  assert.equal(chosen.at('included_questions'), ['E-mail']);
});

test('all unknown or ambiguous names are refused in one response', async () => {
  const { accountId } = await service.newAccount();
  const formId = await newForm(accountId, [mail, { ...tel, label: 'E-mail' }]);
  const refused = await service.admin('POST', `/accounts/${accountId}/destinations`, {
    body: {
      label: 'CRM',
      url: 'https://crm.example/',
      form_id: formId,
      included_questions: ['E-mail', 'Fax'],
    },
  });
  assert.equal(
    [refused.status, refused.at('error.details.0.code'), refused.at('error.details.1.code')],
    [400, 'ambiguous_field', 'unknown_field'],
  );
  const template = await service.admin('GET', `/destinations/template?form_id=${formId}`);
  const { included_fields } = JSON.parse(
    (
      await service.admin('POST', `/accounts/${accountId}/destinations`, {
        body: { ...(JSON.parse(template.text) as object), url: 'https://crm.example/' },
      })
    ).text,
  ) as { included_fields: unknown[] };
  assert.is(included_fields.length, 2, 'a template names questions that can be found again');
});

test('a choice by label from an earlier release is shown in its effect, and naming it again converts it to ids', async () => {
  const { accountId } = await service.newAccount();
  const formId = await newForm(accountId, [mail, tel]);
  const { id } = await newDestination(accountId, { form_id: formId });
  const before = { includedQuestions: ['E-mail', 'Fax'] };
  const done = await service.deps.aggregates.execute(
    destination,
    streamOf.destination(id),
    [{ type: 'ChangeDestination', settings: before, at: new Date().toISOString() }],
    { accountId, actor: { kind: 'system', id: 'test' }, correlationId: 'c', causationId: 'c' },
  );
  assert.ok(done.ok && done.value.position !== null);
  service.note(done.value.position);
  const shown = await read(id);
  assert.equal(shown.at('included_questions'), ['E-mail', 'Fax']);
  assert.equal([shown.at('included_fields'), codesOf(shown)], [[], ['chosen_by_label', 'question_missing']]);
  const swapped = await change(formId, [
    { ...mail, label: 'Address' },
    { ...tel, label: 'E-mail' },
  ]);
  assert.equal(codesOf(swapped), ['choice_lost_question', 'choice_gained_question']);
  const anew = await service.admin('PATCH', `/destinations/${id}`, {
    body: { included_questions: ['E-mail'] },
  });
  assert.equal([anew.status, anew.at('included_fields.0.label'), codesOf(anew)], [200, 'E-mail', []]);
});

test.run();
