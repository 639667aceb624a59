import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { appendEvents, eventStoreClient } from '../events.ts';
import { startEmbedded, startNullEventStore } from '../servers.ts';

/** Durable appends against mere acknowledgements: 64 in flight, 256 bytes. */
export const append: Row = {
  name: 'append',
  target: atLeast(0.7),
  async run(context) {
    const tested = eventStoreClient(context, await startEmbedded(context, 'eventstore'));
    const nothing = eventStoreClient(context, await startNullEventStore(context));
    const count = context.scaled(10_000);
    const { value, baseline } = await alternate({
      value: () => rate(count, () => appendEvents(tested, count)),
      baseline: () => rate(count, () => appendEvents(nothing, count)),
    });
    return measured(value, baseline, 'events/s');
  },
};
