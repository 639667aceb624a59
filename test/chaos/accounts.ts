import { randomUUID } from 'node:crypto';
import type { Random } from '../simulation/random.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type Request, type ServiceResponse } from './client.ts';
import type { plans, ServiceProcess } from './processes.ts';

/** An account that the load works with. */
export interface Account {
  readonly id: string;
  readonly plan: keyof typeof plans;
  readonly key: string;
  readonly formIds: readonly string[];
  /** The receivers of its destinations, by their ids. */
  readonly destinations: readonly string[];
}

export interface Wanted {
  readonly plan: keyof typeof plans;
  readonly forms: number;
  readonly status: 'published' | 'draft';
  readonly receivers: readonly string[];
}

const fields = [
  { key: 'name', label: 'Name', kind: 'short_text', required: true },
  { key: 'fee', label: 'Fee', kind: 'payment' },
];

/** Opens an account with its key, forms and destinations, before anything goes wrong. */
export async function openAccount(process: ServiceProcess, wanted: Wanted): Promise<Account> {
  const made = (path: string, body: object): Promise<ServiceResponse['body'] & { id: string }> => {
    // Without it, a destination whose answer was late would be made twice. A repeated answer has no key, and two keys do no harm.
    const idempotencyKey = path.endsWith('/keys') ? undefined : randomUUID();
    return eventually(
      `POST ${path}`,
      async () => {
        const request = { method: 'POST', path: `/api/admin/v1${path}`, body } as const;
        const answer = await ask(process, {
          ...request,
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        });
        const { id } = answer.body;
        if (answer.status !== 201 || id === undefined) throw new Error(JSON.stringify(answer));
        return { ...answer.body, id };
      },
      30_000,
    );
  };
  const { id } = await made('/accounts', { name: wanted.plan, plan: wanted.plan });
  const { key = '' } = await made(`/accounts/${id}/keys`, { name: 'load' });
  const destinations: string[] = [];
  for (const [n, url] of wanted.receivers.entries()) {
    const events = ['submission.created', 'submission.payment_completed', 'form.published'];
    const body = { label: `receiver ${n}`, url, concurrency: 32, events };
    destinations.push((await made(`/accounts/${id}/destinations`, body)).id);
  }
  const formIds: string[] = [];
  for (let n = 0; n < wanted.forms; n++) {
    const body = { title: `Form ${n}`, status: wanted.status, fields };
    formIds.push((await made(`/accounts/${id}/forms`, body)).id);
  }
  return { id, plan: wanted.plan, key, formIds, destinations };
}

/** One of the things that users do, and what it says that it was answered with. */
export interface Act {
  readonly request: Request;
  /** For a submission: the key under which it is repeated until it is answered. */
  readonly key: string | null;
  readonly account: Account;
}

/** Draws what a user does next. @param paid submissions that may be paid */
export function drawAct(
  random: Random,
  accounts: readonly Account[],
  paid: readonly string[],
  newKey: () => string,
): Act {
  const account = random.pick(accounts);
  const formId = random.pick(account.formIds);
  const change = (path: string, body: object, method: 'PATCH' | 'POST' = 'PATCH'): Act => ({
    request: { method, path: `/api/admin/v1${path}`, body },
    key: null,
    account,
  });
  if (account.plan === 'two')
    return change(`/forms/${formId}`, { status: random.pick(['published', 'published', 'closed']) });
  if (random.chance(0.05)) return change(`/forms/${formId}`, { title: `Form of ${newKey()}` });
  if (paid.length > 0 && random.chance(0.1)) {
    const id = random.pick(paid);
    const payment = { id: `pay-${id}`, provider: 'test', amount: 100, currency: 'EUR', field_key: 'fee' };
    return change(`/submissions/${id}/payment`, payment, 'POST');
  }
  const key = newKey();
  const request: Request = {
    method: 'POST',
    path: '/api/public/v1/submissions',
    key: account.key,
    idempotencyKey: key,
    body: { form_id: formId, answers: { name: key, fee: { amount: 100, currency: 'EUR' } } },
  };
  return { request, key, account };
}
