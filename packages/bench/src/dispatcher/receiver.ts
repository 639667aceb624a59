import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';
import { make, type RunningService } from '../api/service.ts';
import type { Context } from '../harness/context.ts';

const Arrivals = Type.Object({
  /** Milliseconds since 1970, with fractions. */
  times: Type.Array(Type.Number()),
  /** The last one's, but for those that belong to its connection. */
  headers: Type.Record(Type.String(), Type.String()),
  /** The last one's. */
  body: Type.String(),
});
export type Arrivals = Static<typeof Arrivals>;

export interface Receiver {
  readonly url: string;
  /** Waits until so many webhooks have come since the last time. */
  arrivals(count: number): Promise<Arrivals>;
}

export async function startReceiver(context: Context): Promise<Receiver> {
  const url = await context.start(entryUrl('./servers/receiver', import.meta.url));
  return {
    url,
    async arrivals(count) {
      const answer = await fetch(`${url}/?count=${count}`);
      return Value.Parse(Arrivals, await answer.json());
    },
  };
}

/** Gives the service's account so many destinations, all with that receiver. */
export async function makeDestinations(
  service: RunningService,
  { url }: Pick<Receiver, 'url'>,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push(
      await make(service, `accounts/${service.accountId}/destinations`, {
        label: `${n}`,
        url: `${url}/${n}`,
      }),
    );
  return ids;
}

/** Milliseconds since 1970, with fractions: comparable between processes of one machine. */
export const moment = (): number => performance.timeOrigin + performance.now();
