import type { StoredEvent } from '../../../log/event-log.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError } from '../../errors/errors.ts';

const pageSize = 200;
const readLimitMs = 2_000;

/**
 * Returns a function that says whether an event belongs to an erased submission, or to a delivery of one. Until the log is
 * scavenged, it still holds these events. Events must be asked about in the order of the log: deliveries that the read
 * model does not know yet are recognised by their first event.
 * @throws ApiError `read_model_behind` if the erasures in the log are not all known
 */
export async function erasedStreams({
  log,
  progress,
  queries,
}: Pick<ApiDeps, 'log' | 'progress' | 'queries'>): Promise<
  (event: Pick<StoredEvent, 'stream' | 'data'>) => boolean
> {
  const head = await log.head();
  if (head !== null && !(await progress.waitFor(['erasures'], head, readLimitMs)))
    throw new ApiError('read_model_behind');
  const ids = new Set(await queries.erasures.ids());
  // 0: without a limit.
  for (const { id, account_id: accountId } of await queries.erasures.atStage('deletion', 0))
    for await (const deliveryId of deliveriesOf(queries, accountId, id)) ids.add(deliveryId);
  return ({ stream, data }) => {
    const [, kind, id = ''] = /^(submission|delivery)-(.+)$/.exec(stream) ?? [];
    if (kind === 'delivery' && isOneOf(ids, data)) ids.add(id);
    return kind !== undefined && ids.has(id);
  };
}

/** Whether an event names one of the submissions. */
function isOneOf(ids: ReadonlySet<string>, data: unknown): boolean {
  const submissionId: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'submissionId') : null;
  return typeof submissionId === 'string' && ids.has(submissionId);
}

async function* deliveriesOf(
  { deliveries }: ApiDeps['queries'],
  accountId: string,
  submissionId: string,
): AsyncGenerator<string> {
  for (let after, more = true; more;) {
    const filter = { submissionId, limit: pageSize, after };
    const page = await deliveries.list(accountId, filter, { withErased: true });
    yield* page.items.map(({ id }) => id);
    more = page.next !== null;
    after = page.next ?? undefined;
  }
}
