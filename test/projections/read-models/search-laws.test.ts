import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { shownTexts } from '../../../domain/submission/search/answer-texts.ts';
import { isFoundIn, searchFor } from '../../../domain/submission/search/words.ts';
import { openFormDefinitions } from '../../../log/form-definitions.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import { openQueries } from '../../../projections/queries/open-queries.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { fieldsOf } from '../../support/fields.ts';
import { recorded } from '../documents-of.ts';
import { fill } from '../fill.ts';
import { type Fact, formCreated, inForm, minute } from '../samples.ts';
import { startReadStore, type TestReadStore } from '../stores.ts';

const test = suite('projections/read-models/laws of the search');

let server: TestReadStore;
test.before(async () => {
  server = await startReadStore();
});
test.after(() => server.close());

const words = fc.constantFrom(
  'Ada',
  'adamant',
  'Émilie',
  'emil',
  'STRASSE',
  'Straße',
  '12',
  '1250',
  '山田花子',
  'abc田んぼ',
  'ΟΔΟΣ',
  'x'.repeat(30),
  `${'x'.repeat(24)}y`,
  '𠀀𠀁',
  'ada@example.org',
  '~',
  '★',
);
const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
/** More words than the index has of a submission. */
const longText = fc
  .tuple(fc.array(words, { maxLength: 4 }), fc.integer({ min: 10, max: 20 }), text)
  .map(([first, count, last]) =>
    [...first, ...Array.from({ length: count }, (_, n) => `w${n}`), last].join(', '),
  );

const options = fc
  .tuple(
    fc.uniqueArray(words, { minLength: 1, maxLength: 4 }),
    fc.array(text, { minLength: 4, maxLength: 4 }),
  )
  .map(([values, labels]) => values.map((value, n) => ({ value, label: labels[n] ?? value })));

const valueOf = ({ kind, options: offered = [] }: FieldDefinition): fc.Arbitrary<unknown> => {
  const choice = () => fc.constantFrom(...offered.map(({ value }) => value));
  switch (kind) {
    case 'single_choice':
      return choice();
    case 'multiple_choice':
    case 'ranking':
      return fc.array(choice(), { maxLength: 3 });
    case 'matrix':
      return fc.dictionary(fc.constantFrom('r1', 'r2'), choice());
    case 'number':
      return fc.constantFrom(12, 1250, -1.5, 1e21);
    case 'yes_no':
      return fc.boolean();
    case 'datetime':
      return fc.constantFrom('2026-11-29T14:05:00Z', '2026-11-29T14:05:07+01:00');
    case 'payment':
      return fc.constantFrom({ amount: 1250, currency: 'EUR' }, { amount: 12, currency: 'JPY' });
    case 'full_name':
      return fc.record({ first_name: text, last_name: text }, { requiredKeys: [] });
    case 'file':
      return text.map((name) => [{ id: 'f', name, size: 12, type: 'text/plain', sha256: '00' }]);
    case 'long_text':
      return longText;
    default:
      return text;
  }
};

const kinds = [
  'short_text',
  'phone',
  'long_text',
  'single_choice',
  'multiple_choice',
  'ranking',
  'matrix',
  'number',
  'yes_no',
  'datetime',
  'payment',
  'full_name',
  'file',
] as const;

/** Two versions of a form that differ in the labels of their options. */
const form = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }), options, fc.array(text))
  .map(([chosen, offered, labels]) => {
    const rows = [
      { value: 'r1', label: 'Ada' },
      { value: 'r2', label: 'R2' },
    ];
    const withOptions = (shown: typeof offered) =>
      fieldsOf(
        ...chosen.map((kind) => ({
          label: kind,
          kind,
          ...(['single_choice', 'multiple_choice', 'ranking', 'matrix'].includes(kind) && { options: shown }),
          ...(kind === 'matrix' && { rows }),
        })),
      );
    const renamed = offered.map(({ value, label }, n) => ({ value, label: labels[n] ?? label }));
    return [withOptions(offered), withOptions(renamed)] as const;
  });

const answersTo = (fields: readonly FieldDefinition[]): fc.Arbitrary<unknown[]> =>
  fc.tuple(...fields.map((field) => fc.option(valueOf(field), { freq: 5 })));

interface Drawn {
  readonly answers: unknown[];
  /** Of the form, whose fields its first two changes define. */
  readonly revision: 1 | 2;
  readonly e164: string | null;
  readonly then: { readonly kind: 'corrected' | 'erased' | 'saved'; readonly answers: unknown[] } | null;
}

const submissionTo = (fields: readonly FieldDefinition[]): fc.Arbitrary<Drawn> =>
  fc.record({
    answers: answersTo(fields),
    revision: fc.constantFrom(1, 2),
    e164: fc.constantFrom(null, '+441250'),
    then: fc.option(
      fc.record({
        kind: fc.constantFrom('corrected', 'erased', 'saved'),
        answers: answersTo(fields),
      }),
    ),
  });

const world = form.chain(([first, second]) =>
  fc.record({
    versions: fc.constant([first, second] as const),
    made: fc.array(submissionTo(first), { maxLength: 9 }),
    searches: fc.array(
      fc.array(fc.tuple(fc.oneof(words, text), fc.integer({ min: 1, max: 30 })), {
        minLength: 1,
        maxLength: 3,
      }),
      { minLength: 3, maxLength: 3 },
    ),
  }),
);

/** The events of a submission; `n` makes its time, and two are of each time. */
function historyOf({ answers, revision, e164, then }: Drawn, formId: string, n: number): Fact[] {
  const submissionId = `${formId}-s${n}`;
  const at = minute(Math.floor(n / 2));
  const of = (event: Fact['event']): Fact => ({ stream: `submission-${submissionId}`, event });
  const common = {
    submissionId,
    accountId: 'acme',
    form: { id: formId, revision },
    source: 'form',
    answers,
    ...(e164 !== null && { e164: { q1: e164 } }),
  } as const;
  const erased: Fact = {
    stream: 'audit-acme',
    event: { type: 'SubmissionErased', data: { submissionId, formId, at } },
  };
  const began = { ...common, lastFieldId: null, expiresAt: minute(9), at };
  const corrected = { ...common, answers: then?.answers ?? [], submittedAt: at, reason: null, at };
  if (then?.kind === 'saved') {
    const changes = then.answers.map((value, index) => ({ index, fieldId: `q${index + 1}`, value }));
    return [
      of({ type: 'SubmissionStarted', data: began }),
      of({ type: 'SubmissionSaved', data: { changes, lastFieldId: null, expiresAt: minute(9), at } }),
    ];
  }
  return [
    of({ type: 'SubmissionCreated', data: { ...common, isComplete: true, requestHash: 'h', at } }),
    ...(then?.kind === 'corrected'
      ? [of({ type: 'SubmissionCorrected', data: { ...corrected, by: 'owner' } })]
      : []),
    ...(then?.kind === 'erased' ? [erased] : []),
  ];
}

let forms = 0;

test('the index finds exactly the submissions that a scan of all answers finds', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ versions, made, searches }) => {
      const formId = `form${forms++}`;
      const [first, second] = versions;
      const fieldsChanged = (fields: readonly FieldDefinition[]): Fact =>
        inForm(formId, { type: 'FormFieldsChanged', data: { fields: [...fields], at: minute(1) } });
      const history = recorded([formCreated(formId), fieldsChanged(first), fieldsChanged(second)]);
      const definitions = openFormDefinitions({
        readStream: async function* (_, from = 0) {
          yield* history.slice(from);
        },
      });
      await fill(server.store, submissions, ...made.flatMap((one, n) => historyOf(one, formId, n)));
      const queries = openQueries(collectionsOf(server.store), definitions).submissions;
      const all = await queries.newestFirst('acme', { formId, limit: 100 });
      for (const beginnings of searches) {
        const search = beginnings.map(([word, length]) => word.slice(0, length)).join(' ');
        const sought = searchFor(search);
        const expected = all.items.filter((one) => isFoundIn(sought, shownTexts(one))).map(({ id }) => id);
        const found: string[] = [];
        let after: Keyset | undefined;
        do {
          const page = await queries.matching('acme', { formId, limit: 2, search, after });
          assert.equal([page.lookedBackTo, page.longAnswersBackTo], [null, null]);
          found.push(...page.items.map(({ id }) => id));
          after = page.next ?? undefined;
        } while (after);
        assert.equal(found, expected, search);
        const elsewhere = await queries.matching('other', { formId, limit: 2, search });
        assert.equal(elsewhere.items, []);
      }
    }),
    { numRuns: Number(process.env['SEARCHED_FORMS'] ?? 60) },
  );
});

test.run();
