import { isSubmissionEvent, type SubmissionEvent } from '../../domain/submission/events.ts';
import { presentAfter, type PresentSubmission } from '../../domain/submission/present.ts';
import type { EventLog, RecordedEvent } from '../../log/event-log.ts';

/** The events that hold the whole submission. */
const isWhole = ({ type }: SubmissionEvent): boolean =>
  type === 'SubmissionCreated' || type === 'SubmissionCompleted' || type === 'SubmissionCorrected';

/**
 * Returns a submission as of one of its events; null for an event of anything else, `missing` if the log no longer holds
 * the events before.
 * @throws StreamErased, LogUnavailable
 */
export async function submissionAsOf(
  log: Pick<EventLog, 'readEvent' | 'readStream'>,
  { event, stream, revision }: RecordedEvent,
): Promise<PresentSubmission | null | 'missing'> {
  if (!isSubmissionEvent(event)) return null;
  if (isWhole(event)) return presentAfter(null, event);
  if (revision === 1) {
    // Most payments follow a submission that was created in one step, which is still in memory.
    const first = await log.readEvent(stream, 0);
    return first && isSubmissionEvent(first.event) ? presentAfter(null, first.event) : 'missing';
  }
  let present: PresentSubmission | null = null;
  for await (const recorded of log.readStream(stream)) {
    if (recorded.revision > revision) break;
    if (isSubmissionEvent(recorded.event)) present = presentAfter(present, recorded.event);
  }
  return present ?? 'missing';
}
