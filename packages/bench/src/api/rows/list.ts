import { openReadStore } from '../../../../../coordination/read-store.ts';
import { collectionsOf } from '../../../../../projections/collections.ts';
import { submissionIndexes } from '../../../../../projections/read-models/submissions/document.ts';
import { submissions } from '../../../../../projections/read-models/submissions/projection.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { connections, openClient, pageSize } from '../client.ts';
import { startSmall } from '../stock.ts';

/** Pages of 50 submissions at 64 connections, against the find that each needs at 64 in flight through the driver. */
export const list: Row = {
  name: 'list',
  target: atLeast(0.75),
  async run(context) {
    const service = await startSmall(context);
    const client = openClient(context, service);
    const store = await openReadStore({ url: service.mongodb });
    context.onRelease(() => store.close());
    const collection = collectionsOf(store)(submissions);
    async function find(): Promise<void> {
      const found = await collection
        .find({ $and: [{ account_id: service.accountId, is_complete: { $in: [true, false] } }, {}] })
        .sort({ submitted_at: -1, _id: -1 })
        .project({ answers: 0 })
        .hint(submissionIndexes.ofAccount)
        // One more tells the service whether there is a next page.
        .limit(pageSize + 1)
        .toArray();
      if (found.length !== pageSize + 1) throw new Error(`found ${found.length} submissions`);
    }
    const count = context.scaled(3_000);
    const { value, baseline } = await alternate({
      value: () => rate(count, () => inLanes(count, connections, client.listPage)),
      baseline: () => rate(count, () => inLanes(count, connections, find)),
    });
    return measured(value, baseline, 'pages/s');
  },
};
