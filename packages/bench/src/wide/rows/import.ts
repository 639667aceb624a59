import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { startCheckout } from '../../hooks/checkout.ts';
import { formlog, newestAccount } from '../cli.ts';
import { writeCsv } from '../csv-file.ts';
import { postWide } from '../posting.ts';
import { formOf } from '../wide-form.ts';

const columns = 97;
const rows = 5_000;
const rounds = 3;
/** The default concurrency of `formlog import`. */
const connections = 16;

/**
 * The rows a second of `formlog import` with a file of 97 columns, its start and the reading of the file included,
 * against POSTs of the same bodies, with idempotency keys as well.
 */
export const importRow: Row = {
  name: 'import',
  target: atLeast(0.75),
  async run(context) {
    const checkout = await startCheckout(context);
    const [sender] = await checkout.open(1, null, formOf(columns));
    if (!sender) throw new Error('no account was opened');
    const account = await newestAccount(checkout.dataDir());
    const count = context.scaled(rows);
    const { value, baseline } = await alternate(
      {
        async value(round) {
          const file = await writeCsv(context, { columns, rows: count, first: round * count });
          return rate(count, () => formlog(checkout.dataDir(), 'import', file, '--account', account));
        },
        baseline: (round) =>
          rate(count, () =>
            postWide({
              url: checkout.url(),
              sender,
              questions: columns,
              count,
              connections,
              first: round * count,
              withKeys: true,
            }),
          ),
      },
      rounds,
    );
    return measured(value, baseline, 'rows/s');
  },
};
