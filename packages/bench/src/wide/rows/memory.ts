import { setTimeout as delay } from 'node:timers/promises';
import { settledMegabytes } from '../../embedded/memory.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startCheckout } from '../../hooks/checkout.ts';
import { formlog, newestAccount } from '../cli.ts';
import { writeCsv } from '../csv-file.ts';

const columns = 97;
const submissions = 10_000;
const quietMs = 60_000;

/**
 * The memory of a service a minute after an import of wide submissions, a rebuild and a verification of their read
 * model, against that before.
 */
export const memory: Row = {
  name: 'memory',
  target: atMost(1.5),
  async run(context) {
    const checkout = await startCheckout(context);
    const dir = checkout.dataDir();
    const account = await newestAccount(dir);
    const before = await settledMegabytes(checkout.pid());
    const file = await writeCsv(context, { columns, rows: context.scaled(submissions) });
    await formlog(dir, 'import', file, '--account', account);
    await formlog(dir, 'projections', 'rebuild', 'submissions');
    await formlog(dir, 'projections', 'verify', 'submissions');
    context.log('  a minute of quiet …');
    await delay(quietMs);
    return measured(await settledMegabytes(checkout.pid()), before, 'MB');
  },
};
