import type { ApiClient } from '../../client/client.ts';
import type { Output, Streams } from '../../terminal/output.ts';
import { startBar } from '../../terminal/progress.ts';
import { watch } from '../../terminal/watch.ts';
import { Projection } from './responses.ts';

const base = '/api/admin/v1/projections';

/** The path of a read model or of an action on it. */
export const pathOf = (name: string, more = ''): string => `${base}/${encodeURIComponent(name)}${more}`;

/**
 * Watches a read model until a condition holds, and shows the progress of its build. An interrupt ends the
 * watch, not the build.
 * @returns null after an interrupt
 */
export async function watchProjection(
  api: ApiClient,
  output: Output,
  streams: Streams,
  name: string,
  isOver: (projection: Projection) => boolean,
): Promise<Projection | null> {
  const bar = startBar(streams, '{bar} {percentage} % of {generation}, {rate} a second');
  let lastError: string | undefined;
  const found = await watch(
    (signal) => api.call({ method: 'GET', path: pathOf(name), signal }, Projection),
    (projection) => {
      const built = projection.generations.find(({ state }) => state === 'building');
      if (built) bar.show(built.progress, 1, { generation: built.id, rate: Math.round(built.rate) });
      const error = built?.error?.message;
      if (error !== undefined && error !== lastError) bar.note(`${built?.id ?? name}: ${error}`);
      lastError = error;
      return isOver(projection);
    },
  ).finally(() => bar.stop());
  if (!found) output.note('The service continues; "formlog projections status" shows the progress.');
  return found;
}
