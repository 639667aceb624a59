import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import { fieldKinds } from '../../../domain/form/field.ts';
import { checkOf } from '../../../domain/submission/check-value.ts';
import { formsDocument, kindExamples, kindsTable } from '../../support/kinds-table.ts';

const test = suite('the table of kinds in docs/forms.md');

for (const kind of fieldKinds) {
  const { answer, settings } = kindExamples[kind];
  test(`${kind}: a field with these settings accepts the example`, () => {
    const defined = defineFields([{ label: 'Question', kind, ...settings }], [], () => 'id');
    assert.ok(defined.ok, JSON.stringify(defined));
    const [field] = defined.value;
    assert.ok(field);
    const faults = checkOf(field)(answer ?? 'an answer');
    assert.is(faults.length, answer === undefined ? 1 : 0, JSON.stringify(faults));
  });
}

/** The table without the padding of its columns. */
const cells = (text: string): string => text.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---');

test('the document has the generated table (npm run docs)', () => {
  assert.ok(cells(readFileSync(formsDocument, 'utf8')).includes(cells(kindsTable())));
});

test.run();
