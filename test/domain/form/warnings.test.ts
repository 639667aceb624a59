import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { choiceWarnings } from '../../../domain/form/warnings.ts';
import { fieldsOf, optionsOf } from '../../support/fields.ts';

const test = suite('warnings about forms');

test('choices of a field with one label are a warning, once for each label', () => {
  const options = ['a', 'b', 'c', 'd', 'e'].map((value) => ({
    value,
    label: value > 'c' ? 'Tea' : 'Coffee',
  }));
  const rows = [...optionsOf('Food', 'Room'), { value: 'other', label: 'Food' }];
  const fields = fieldsOf(
    { label: 'Drink', kind: 'single_choice', options },
    { label: 'Rate', kind: 'matrix', options: optionsOf('Good', 'Bad'), rows },
    { label: 'Again', kind: 'dropdown', options: optionsOf('Coffee', 'Food') },
  );
  assert.equal(choiceWarnings(fields), [
    {
      code: 'choice_label_repeated',
      message: 'Several choices of "Drink" have the label "Coffee": people cannot tell them apart.',
      fieldId: 'q1',
    },
    {
      code: 'choice_label_repeated',
      message: 'Several choices of "Drink" have the label "Tea": people cannot tell them apart.',
      fieldId: 'q1',
    },
    {
      code: 'choice_label_repeated',
      message: 'Several rows of "Rate" have the label "Food": people cannot tell them apart.',
      fieldId: 'q2',
    },
  ]);
});

test.run();
