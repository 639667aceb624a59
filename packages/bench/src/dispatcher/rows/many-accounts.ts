import { connections, openPool } from '../../api/client.ts';
import { answersOf } from '../../api/form.ts';
import { startService } from '../../api/service.ts';
import type { Context } from '../../harness/context.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { cpuMsOf } from '../cpu.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { openTenants, type Tenant } from '../tenants.ts';

/** Below the 1,500 that an operator can open in a minute with four requests each. */
const accounts = 1_000;
const posts = 3_000;

/**
 * The CPU that a submission and its webhook cost, the service and its stores together: submissions spread evenly over
 * 1,000 accounts, each with a key, a form and a destination of its own, against as many to one such account of the
 * same service.
 */
export const manyAccounts: Row = {
  name: 'many-accounts',
  target: atMost(1.2),
  async run(context) {
    const service = await startService(context);
    const receiver = await startReceiver(context);
    const tenants = await openTenants(service, receiver, context.scaled(accounts));
    const deliverAll = delivering(context, { ...service, receiver });
    const { value, baseline } = await alternate(
      { value: () => deliverAll('many', tenants), baseline: () => deliverAll('one', tenants.slice(0, 1)) },
      3,
    );
    return measured(value, baseline, 'ms CPU');
  },
};

interface Side {
  readonly url: string;
  readonly pid: number;
  readonly storesPid: number;
  readonly receiver: Receiver;
}

/** Submits to some accounts in turn, and waits for all webhooks. @returns milliseconds of CPU for one of them */
function delivering(context: Context, { url, pid, storesPid, receiver }: Side) {
  const pool = openPool(context, url);
  const count = context.scaled(posts);

  async function submit({ key, formId }: Tenant, number: number): Promise<void> {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/public/v1/submissions',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ form_id: formId, answers: answersOf(number) }),
    });
    const answer = await body.text();
    if (statusCode !== 201) throw new Error(`answered ${statusCode}: ${answer}`);
  }

  return async (name: string, tenants: readonly Tenant[]): Promise<number> => {
    const pids = [pid, storesPid];
    const before = await cpuMsOf(pids);
    const perSecond = await rate(count, async () => {
      await inLanes(count, connections, async (lane, turn) => {
        const number = turn * connections + lane;
        const tenant = tenants[number % tenants.length];
        if (tenant) await submit(tenant, number);
      });
      await receiver.arrivals(count);
    });
    const cpu = ((await cpuMsOf(pids)) - before) / count;
    context.log(`  ${name}: ${Math.round(perSecond)} delivered/s, ${cpu.toFixed(2)} ms of CPU a delivery`);
    return cpu;
  };
}
