import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeChanges } from '../../../domain/form/describe-changes.ts';
import { relevantChanges } from '../../../domain/form/relevant-changes.ts';
import { fieldsOf } from '../../support/fields.ts';

const test = suite('changes of prices that affect answers');

const payment = (min: number, max: number, currency = 'EUR', label = 'Fee') =>
  fieldsOf({ label, kind: 'payment', validation: { currency, min, max } });
const paid = { amount: 1250, currency: 'EUR' };

for (const [because, shown, now, answer, aspects] of [
  ['another price', payment(1250, 1250), payment(2000, 2000), paid, ['price']],
  ['not to pay it was an answer, too', payment(1250, 1250), payment(2000, 2000), null, ['price']],
  ['another currency', payment(1250, 1250), payment(1250, 1250, 'USD'), null, ['price']],
  ['people enter the amount now', payment(1250, 1250), payment(100, 2000), paid, ['price']],
  ['people no longer enter the amount', payment(100, 2000), payment(1250, 1250), paid, ['price']],
  [
    'the words change, too',
    payment(1250, 1250),
    payment(2000, 2000, 'EUR', 'Gift'),
    paid,
    ['question', 'price'],
  ],
  ['limits that the amount fits are no price', payment(100, 2000), payment(100, 3000), paid, []],
  ['it is the same price', payment(1250, 1250), payment(1250, 1250), paid, []],
] as const)
  test(`${aspects.length > 0 ? 'matters' : 'does not matter'}: ${because}`, () => {
    const id = shown[0]?.id ?? '';
    const fields = now.map((field) => ({ ...field, id }));
    const changes = relevantChanges(
      { description: '', fields: shown },
      { description: '', fields },
      new Map([[id, answer]]),
    );
    assert.equal(
      changes.map(({ aspect }) => aspect),
      aspects,
    );
  });

test('a change of a price is described', () => {
  const [shown] = payment(1250, 1250);
  const [now] = payment(2000, 2000);
  if (!shown || !now) throw new Error('no field');
  assert.is(describeChanges([{ aspect: 'price', shown, now }]), 'The price of "Fee" has changed.');
});

test.run();
