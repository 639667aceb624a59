import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../client.ts';
import { valueOf } from '../explain.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Output } from '../output.ts';
import { Projection } from './answers.ts';

const base = '/api/admin/v1/projections';

/** The address of a read model, and of what is asked of it. */
export const pathOf = (name: string, more = ''): string => `${base}/${encodeURIComponent(name)}${more}`;

const everyMs = 500;

/**
 * Watches a read model until something is so, and tells how far what is being built has come. An interrupt ends the
 * watching, not the work.
 * @returns null after an interrupt
 */
export async function watch(
  api: ApiClient,
  output: Output,
  name: string,
  isOver: (projection: Projection) => boolean,
): Promise<Projection | null> {
  const { signal, dispose } = onInterrupt();
  let said = '';
  try {
    while (!signal.aborted) {
      const projection = valueOf(await api.call({ method: 'GET', path: pathOf(name) }, Projection));
      const now = progressOf(projection);
      if (now !== null && now !== said) output.note((said = now));
      if (isOver(projection)) return projection;
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
    output.note('The service goes on with it; "formlog projections status" tells how far it is.');
    return null;
  } finally {
    dispose();
  }
}

/** How far a build is, in words; null where there is none. */
function progressOf({ generations }: Projection): string | null {
  const built = generations.find(({ state }) => state === 'building');
  if (!built) return null;
  const { id, progress, rate, error } = built;
  const failing = error ? `: ${error.message}` : '';
  return `${id} ${Math.floor(progress * 100)} %, ${Math.round(rate)} a second${failing}`;
}
