import type { Context } from '../harness/context.ts';
import { type Checkout, startCheckout } from './checkout.ts';
import { type Load, startLoad } from './load.ts';
import type { Ran, Run, Sender } from './load-protocol.ts';

/** A service under load, or the receiver alone. */
export interface Side {
  readonly name: string;
  /** The process whose CPU counts. */
  pid(): number;
  /** Submits, and waits until every webhook has come. */
  run(run: Pick<Run, 'count'> & Partial<Run>): Promise<Ran>;
}

/** Both sides that a row measures in turns. */
export interface Sides {
  readonly value: Side;
  readonly baseline: Side;
}

const rounds = 3;
const manyAccounts = 1_500;

interface Measured {
  readonly load: Load;
  readonly here: Checkout;
  /** Null without `--against`. */
  readonly there: Checkout | null;
}

/** The services, started once for all rows that measure them in turns. */
const openMeasured = (context: Context): Promise<Measured> =>
  context.shared('measured', async (shared) => ({
    load: await startLoad(shared),
    here: await startCheckout(shared),
    there: shared.against === null ? null : await startCheckout(shared, shared.against),
  }));

/** The load sent to the receiver itself, with no service between. */
const bare = (load: Load): Side => ({
  name: 'bare',
  pid: () => load.pid,
  run: (run) => load.run({ url: load.url, senders: [{ key: 'none', formId: 'none' }], ...run }),
});

async function open({ load, here, there }: Measured, withWebhooks: boolean): Promise<Sides> {
  const side = async (name: string, checkout: Checkout): Promise<Side> => {
    const senders = await checkout.open(1, withWebhooks ? load.url : null);
    return {
      name,
      pid: checkout.pid,
      run: (run) => load.run({ url: checkout.url(), senders, webhooks: withWebhooks, ...run }),
    };
  };
  return { value: await side('here', here), baseline: there ? await side('there', there) : bare(load) };
}

/** This checkout, beside the one that `--against` names; without that, beside bare posts to the receiver. */
export const openSides = (context: Context): Promise<Sides> =>
  context.shared('sides', async (shared) => open(await openMeasured(shared), true));

/** As `openSides`, for accounts without a destination. */
export const openPostSides = async (context: Context): Promise<Sides> =>
  open(await openMeasured(context), false);

/** Measures both sides in turns, after a round each that only warms up. */
export async function inTurns<T>(
  { value, baseline }: Sides,
  measure: (side: Side) => Promise<T>,
): Promise<{ value: T[]; baseline: T[] }> {
  await measure(value);
  await measure(baseline);
  const results: { value: T[]; baseline: T[] } = { value: [], baseline: [] };
  for (let round = 0; round < rounds; round++) {
    results.value.push(await measure(value));
    results.baseline.push(await measure(baseline));
  }
  return results;
}

/** This checkout alone, with a load of its own. */
export async function openHere(context: Context): Promise<{ checkout: Checkout; load: Load }> {
  return { load: await startLoad(context), checkout: await startCheckout(context) };
}

/** A checkout with 1,500 accounts, each with a key, a form and a destination. */
export interface Tenants {
  readonly checkout: Checkout;
  readonly load: Load;
  readonly senders: Sender[];
}

/** This checkout with its accounts. */
export const openTenants = (context: Context): Promise<Tenants> =>
  context.shared('tenants', async (shared) => withTenants(shared, await openHere(shared)));

/** The checkout that `--against` names, with accounts of its own. */
export const openOtherTenants = (context: Context): Promise<Tenants> =>
  context.shared('other tenants', async (shared) => {
    if (shared.against === null) throw new Error('name another checkout with --against');
    const [load, checkout] = [await startLoad(shared), await startCheckout(shared, shared.against)];
    return withTenants(shared, { load, checkout });
  });

async function withTenants(context: Context, { checkout, load }: Omit<Tenants, 'senders'>): Promise<Tenants> {
  const count = context.scaled(manyAccounts);
  context.log(`  opening ${count} accounts …`);
  return { checkout, load, senders: await checkout.open(count, load.url) };
}
