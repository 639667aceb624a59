import type { RecordedEvent } from '../../../log/event-log.ts';
import type { KnownDelivery, LawsDeps } from './law.ts';

const silent = 'nothing is sent of what was erased';
const order = 'a submission is erased after the deliveries that tell of it';
const carriedOut = 'every erasure is carried out, with every delivery that told of it';

/** A worker remembers for so long what it has read of a submission. */
const rememberedMs = 10_000;

/** Follows what was erased. @param deliveries that there have been */
export function openErasureLaws(
  { now, broken, staleMs }: LawsDeps,
  deliveries: () => Iterable<KnownDelivery>,
) {
  /** When each stream was erased. */
  const erasedAt = new Map<string, number>();
  /** By the submission's id. */
  const asked = new Map<
    string,
    { readonly at: number; readonly position: bigint; readonly completed: boolean }
  >();

  const requestOf = (stream: string) => asked.get(stream.replace(/^submission-/, ''));

  return {
    recorded({ event, position }: RecordedEvent): void {
      if (event.type === 'SubmissionErased')
        asked.set(event.data.submissionId, { at: now(), position, completed: false });
      if (event.type === 'ErasureCompleted')
        asked.set(event.data.submissionId, { at: now(), position, completed: true });
    },
    erased(stream: string): void {
      erasedAt.set(stream, now());
      const request = stream.startsWith('submission-') ? requestOf(stream) : undefined;
      if (!request) return;
      for (const { id, source, position } of deliveries())
        if (source === stream && position < request.position && !erasedAt.has(`delivery-${id}`))
          broken(order, `${stream} before ${id}`, [id, stream]);
    },
    /** Whether the erasure of a stream was requested at least. */
    isErased: (stream: string): boolean => requestOf(stream) !== undefined,
    sending({ id, source }: KnownDelivery): void {
      const request = requestOf(source);
      if (request && !request.completed && now() - request.at > staleMs)
        broken(silent, `${id} after the erasure of ${source} was requested`, [id, source]);
      const sinceMs = now() - (erasedAt.get(source) ?? Infinity);
      if (sinceMs > staleMs + rememberedMs)
        broken(silent, `${id} ${Math.round(sinceMs / 1_000)} s after ${source} was erased`, [id, source]);
    },
    ended(): void {
      for (const [id, { completed }] of asked)
        if (!completed || !erasedAt.has(`submission-${id}`)) broken(carriedOut, `that of ${id} is not`, [id]);
      for (const { id, source } of deliveries())
        if (erasedAt.has(source) && !erasedAt.has(`delivery-${id}`))
          broken(carriedOut, `${id} is left of ${source}`, [id, source]);
    },
  };
}
