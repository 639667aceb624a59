import { join } from 'node:path';
import type { Place } from './places.ts';
import { isListed, openTenant, type Receiver, submit, type Tenant } from './tenant.ts';

/** The states of the stores that a test restores, each saved in a folder. */
export interface History {
  /** The folders. `earlier` and `later` are of one service, `other` is of another one. */
  readonly saved: Readonly<Record<'earlier' | 'later' | 'other', string>>;
  readonly tenant: Tenant;
  /** Submitted before the earlier state, and between it and the later one. */
  readonly kept: readonly string[];
  readonly late: readonly string[];
  readonly other: { readonly tenant: Tenant; readonly ids: readonly string[] };
}

/** Runs a service of which an earlier and a later state are saved, and another one over empty stores. */
export async function makeHistory(place: Place, dir: string, receiver: Receiver): Promise<History> {
  const saved = { earlier: join(dir, 'earlier'), later: join(dir, 'later'), other: join(dir, 'other') };

  /** Submits, waits until the read models and the receiver have all, and saves the state. */
  async function run(url: string, tenant: Tenant, before: readonly string[], to: string): Promise<string[]> {
    const ids = await submit(tenant, url, 5);
    await isListed(tenant, url, [...before, ...ids]);
    await receiver.hasAll(ids);
    await place.stop();
    place.save(to);
    return ids;
  }

  const url = await place.start();
  const tenant = await openTenant(url, receiver);
  const kept = await run(url, tenant, [], saved.earlier);
  const late = await run(await place.start(), tenant, kept, saved.later);
  place.restore('eventstore', null);
  place.restore('mongodb', null);
  const otherUrl = await place.start();
  const otherTenant = await openTenant(otherUrl, receiver);
  const ids = await run(otherUrl, otherTenant, [], saved.other);
  return { saved, tenant, kept, late, other: { tenant: otherTenant, ids } };
}
