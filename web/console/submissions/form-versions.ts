import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog } from '../../../log/event-log.ts';

/** The revisions of a form's stream at which it had a version. */
interface Revisions {
  readonly number: number;
  readonly from: number;
  /** Not included. */
  readonly before: number;
}

/** Finds the revisions of a version. A form that has no such version has no revisions of it. */
export async function revisionsOf(
  log: Pick<EventLog, 'readStream'>,
  formId: string | undefined,
  version: number,
): Promise<Revisions> {
  const none = { number: version, from: 0, before: 0 };
  if (formId === undefined) return none;
  let [current, from] = [0, 0];
  for await (const { event, revision } of log.readStream(streamOf.form(formId))) {
    if (event.type !== 'FormCreated' && event.type !== 'FormFieldsChanged') continue;
    if (current === version) return { number: version, from, before: revision };
    current += 1;
    from = revision;
  }
  return current === version ? { number: version, from, before: Number.MAX_SAFE_INTEGER } : none;
}
