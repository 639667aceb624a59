import { entryUrl } from '../../../../embedded-server/src/spawn.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { connections, openClient, openPool } from '../client.ts';
import { startService } from '../service.ts';

/** A form by its id at 64 connections, against a bare route that answers the same bytes without looking at anything. */
export const form: Row = {
  name: 'form',
  target: atLeast(0.4),
  async run(context) {
    const client = openClient(context, await startService(context));
    await client.submit();
    await client.caughtUp();
    const bytes = await client.readForm();
    const url = await context.start(entryUrl('../servers/bare-form', import.meta.url), '--body', bytes);
    const bare = openPool(context, url);
    async function readBytes(): Promise<void> {
      const { body } = await bare.request({ method: 'GET', path: '/' });
      if ((await body.text()) !== bytes) throw new Error('the bare route answered something else');
    }
    const count = context.scaled(10_000);
    const { value, baseline } = await alternate({
      value: () => rate(count, () => inLanes(count, connections, client.readForm)),
      baseline: () => rate(count, () => inLanes(count, connections, readBytes)),
    });
    return measured(value, baseline, 'forms/s');
  },
};
