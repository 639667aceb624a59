import Type from 'typebox';
import { Value } from 'typebox/value';
import { newForm } from '../api/form.ts';
import { made, make, type RunningService } from '../api/service.ts';
import { inLanes } from '../harness/rounds.ts';
import type { Receiver } from './receiver.ts';

/** An account with a key, a published form, and a destination that gets its submissions. */
export interface Tenant {
  readonly key: string;
  readonly formId: string;
}

/** Opens an account with one of each. The destination takes as many requests at once as any may. */
async function openTenant(service: RunningService, { url }: Receiver, number: number): Promise<Tenant> {
  const account = `accounts/${await make(service, 'accounts', { name: `Tenant ${number}`, plan: 'demo' })}`;
  const issued = await made(service, `${account}/keys`, { name: 'bench' });
  const formId = await make(service, `${account}/forms`, newForm);
  const destination = { label: 'bench', url: `${url}/${number}`, concurrency: 64 };
  await make(service, `${account}/destinations`, destination);
  return { key: Value.Parse(Issued, issued).key, formId };
}

const Issued = Type.Object({ key: Type.String() });
const openedAtOnce = 16;

/** Opens so many accounts, four requests each. */
export async function openTenants(
  service: RunningService,
  receiver: Receiver,
  count: number,
): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  await inLanes(count, openedAtOnce, async (lane, turn) => {
    tenants.push(await openTenant(service, receiver, turn * openedAtOnce + lane));
  });
  return tenants;
}
