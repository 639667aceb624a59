import { basename } from 'node:path';
import fc from 'fast-check';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FormAnswers } from '../../../api/contract/forms/answers.ts';
import type { QuestionFigures } from '../../../domain/submission/tally/figures.ts';
import { runCli } from '../../app/cli/run-cli.ts';
import { eventually } from '../../support/eventually.ts';
import { optionsOf } from '../../support/fields.ts';
import { pollFiles, pollResponses } from '../../support/polls.ts';
import { randomForms } from '../../support/random-forms.ts';
import { assertRecount, exportedIn } from '../../support/recount.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('what the answers to a form say');
const forms = Number(process.env['FORMS'] ?? 8);
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let env: Record<string, string>;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '' };
});
test.after(() => service.close());

interface Answers {
  readonly submissions: number;
  readonly questions: readonly QuestionFigures[];
}

/** The counts of a form, checked against the contract. */
async function answersTo(form: string, query = ''): Promise<Answers> {
  const answer = await service.admin('GET', `/forms/${form}/answers${query}`);
  assert.is(answer.status, 200, answer.text);
  return Value.Parse(FormAnswers, JSON.parse(answer.text));
}

const exportOf = async (form: string, query = '') =>
  exportedIn((await service.admin('GET', `/forms/${form}/exports/submissions${query}`)).text);

async function submit(form: string, answers: object, more: object = {}): Promise<string> {
  const made = await account.api('POST', '/submissions', { body: { form_id: form, answers, ...more } });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

const drink = {
  key: 'drink',
  label: 'A drink',
  kind: 'single_choice',
  options: [
    { value: 'tea', label: 'Tea' },
    { value: 'coffee', label: 'Coffee' },
  ],
};

const WithFields = Type.Object({
  fields: Type.Array(Type.Object({ id: Type.String(), key: Type.String() })),
});

async function fieldsOf(form: string) {
  await service.settled();
  return Value.Parse(WithFields, JSON.parse((await service.admin('GET', `/forms/${form}`)).text)).fields;
}

const countsOf = ({ questions }: Answers, key = 'drink') => {
  const figures = questions.find((one) => one.key === key)?.figures;
  return figures?.type === 'choices'
    ? Object.fromEntries(figures.choices.map(({ label, count }) => [label, count]))
    : null;
};

test('every figure of drawn forms equals a count over the export', async () => {
  await fc.assert(
    fc.asyncProperty(randomForms, async ({ inputs, submissions, fields }) => {
      const form = await service.newForm(account.accountId, inputs);
      const asked = fields.filter(({ kind }) => kind !== 'statement');
      for (const values of submissions)
        await submit(form, Object.fromEntries(asked.map(({ key }, index) => [key, values[index]])));
      await service.settled();
      const [{ questions, submissions: counted }, exported] = [await answersTo(form), await exportOf(form)];
      assert.is(counted, submissions.length);
      assert.is(questions.length, asked.length);
      assertRecount(questions, exported);
    }),
    { numRuns: forms },
  );
});

/** `npm run test:long` takes all of them. */
const files = process.env['POLLS'] === 'all' ? pollFiles() : pollFiles().slice(0, 1);

for (const poll of files)
  test(`${basename(poll)}: every figure equals a count over the export, also on the command line`, async () => {
    const imported = await runCli(['import', poll, '--json', '--account', account.accountId], env);
    assert.is(imported.code, 0, imported.stderr);
    const { form_id: form } = Value.Parse(Type.Object({ form_id: Type.String() }), imported.lines().at(-1));
    const count = pollResponses(poll).length;
    await eventually('all are listed', async () => (await exportOf(form)).length === count);
    const [answers, exported] = [await answersTo(form), await exportOf(form)];
    assert.is(answers.submissions, count);
    assertRecount(answers.questions, exported);
    const cli = await runCli(['forms', 'answers', form, '--json'], env);
    assert.is(cli.code, 0, cli.stderr);
    assert.equal(Value.Parse(FormAnswers, cli.lines().at(-1)).questions, answers.questions);
    const table = await runCli(['forms', 'answers', form], env);
    assert.match(table.stdout, `${count} submissions`);
  });

test('filters select by time, source, version, completion and option', async () => {
  const form = await service.newForm(account.accountId, [
    drink,
    { key: 'many', label: 'Many', kind: 'multiple_choice', options: optionsOf('x', 'y') },
  ]);
  await submit(form, { drink: 'tea', many: ['x', 'y'] });
  await submit(form, { drink: 'coffee', many: ['y'] });
  await submit(form, { drink: 'coffee' });
  const begun = await account.api('POST', '/submissions', {
    body: { form_id: form, answers: { drink: 'tea' }, is_complete: false },
  });
  assert.is(begun.status, 201, begun.text);
  const fields = await fieldsOf(form);
  const idOf = (key: string) => fields.find((field) => field.key === key)?.id ?? '';
  await service.settled();
  const counts = async (query: string, key?: string) => countsOf(await answersTo(form, query), key);
  assert.equal(await counts(''), { Tea: 1, Coffee: 2 });
  assert.equal(await counts('?completion=incomplete'), { Tea: 1, Coffee: 0 });
  assert.equal(await counts('?completion=all'), { Tea: 2, Coffee: 2 });
  assert.equal(await counts(`?question=${idOf('many')}&option=x`), { Tea: 1, Coffee: 0 });
  assert.equal(await counts(`?question=${idOf('drink')}&option=coffee`, 'many'), { x: 0, y: 1 });
  assert.equal(await counts('?source=form'), { Tea: 0, Coffee: 0 });
  assert.equal(await counts('?until=2020-01-01T00:00:00Z'), { Tea: 0, Coffee: 0 });
  assert.equal(await counts('?since=2020-01-01T00:00:00Z&versions=1'), { Tea: 1, Coffee: 2 });
  assert.equal(await counts('?versions=2,3'), { Tea: 0, Coffee: 0 });
  const alone = await service.admin('GET', `/forms/${form}/answers?question=x`);
  assert.equal([alone.status, alone.at('error.code')], [400, 'invalid_request']);
});

test('options that the form no longer offers and questions that it no longer asks stay', async () => {
  const form = await service.newForm(account.accountId, [
    drink,
    { key: 'age', label: 'Age', kind: 'number' },
  ]);
  await submit(form, { drink: 'tea', age: 36 });
  const id = (await fieldsOf(form))[0]?.id;
  const changed = await service.admin('PATCH', `/forms/${form}`, {
    body: { fields: [{ ...drink, id, options: [{ value: 'coffee', label: 'Kaffee' }] }] },
  });
  assert.is(changed.status, 200, changed.text);
  await submit(form, { drink: 'coffee' });
  await service.settled();
  const { questions } = await answersTo(form);
  assert.equal(
    questions.map(({ key, removed, asked, answered }) => [key, removed, asked, answered]),
    [
      ['drink', false, 2, 2],
      ['age', true, 1, 1],
    ],
  );
  const [first] = questions;
  assert.equal(first?.figures.type === 'choices' && first.figures.choices, [
    { value: 'coffee', label: 'Kaffee', removed: false, count: 1 },
    { value: 'tea', label: 'Tea', removed: true, count: 1 },
  ]);
});

test('a submission counts until its erasure begins, and a corrected one by its present answers', async () => {
  const form = await service.newForm(account.accountId, [
    drink,
    { key: 'note', label: 'Note', kind: 'long_text' },
  ]);
  const erased = await submit(form, { drink: 'tea', note: 'a secret wish' });
  const corrected = await submit(form, { drink: 'tea' });
  await service.settled();
  assert.equal(countsOf(await answersTo(form)), { Tea: 2, Coffee: 0 });
  await account.api('PATCH', `/submissions/${corrected}`, {
    body: { answers: { drink: 'coffee' }, correction: { reason: 'a mistake' } },
  });
  await service.settled();
  assert.equal(countsOf(await answersTo(form)), { Tea: 1, Coffee: 1 });
  // Nothing erases here, so that the read model keeps what the log says is being erased.
  const erasing = await service.admin('POST', `/submissions/${erased}/erase`);
  assert.ok(erasing.status < 300, erasing.text);
  const after = await service.admin('GET', `/forms/${form}/answers`);
  assert.not.match(after.text, 'secret');
  assert.equal(countsOf(await answersTo(form)), { Tea: 0, Coffee: 1 });
});

test('requests for one count share it, and a count is used again until something arrives', async () => {
  const form = await service.newForm(account.accountId, [drink]);
  await submit(form, { drink: 'tea' });
  await service.settled();
  const at = async (query = '') =>
    String((await service.admin('GET', `/forms/${form}/answers${query}`)).at('counted_at'));
  const [one, other] = await Promise.all([at(), at()]);
  assert.is(one, other);
  service.clock.aheadMs += 5_000;
  assert.is(await at(), one);
  await submit(form, { drink: 'coffee' });
  await service.settled();
  assert.is(await at(`?counted_since=${one}`), one, 'one who waits gets the count that was begun');
  assert.is.not(await at(), one);
  assert.equal(countsOf(await answersTo(form)), { Tea: 1, Coffee: 1 });
});

test('a form of another account is answered as an unknown one', async () => {
  const form = await service.newForm(account.accountId, [drink]);
  const other = await service.newAccount();
  const [foreign, missing] = [
    await other.api('GET', `/forms/${form}/answers`),
    await other.api('GET', '/forms/none/answers'),
  ];
  assert.equal([foreign.status, missing.status], [404, 404]);
  assert.is((await account.api('GET', `/forms/${form}/answers`)).status, 200);
  assert.is((await service.admin('GET', '/forms/none/answers')).status, 404);
});

test.run();
