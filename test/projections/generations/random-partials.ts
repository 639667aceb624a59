import type { DomainEvent } from '../../../domain/event-registry.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { SubmissionEvent } from '../../../domain/submission/events.ts';
import { type Fact, minute } from '../samples.ts';
import { accountOf } from './random-webhooks.ts';

interface Surroundings {
  readonly anyForm: () => string;
  readonly newId: () => string;
  /** Notes a fact as the source of deliveries. */
  readonly source: (fact: Fact) => Fact;
  /** Returns the events that erase the deliveries of a submission. */
  readonly erased: (submissionId: string, at: string) => readonly DomainEvent[];
  /** Called with each submission that is complete. */
  readonly completed: (submissionId: string, formId: string, fact: Fact) => void;
}

const fieldId = 'field-1';
const common = { accountId: 'acme', source: 'form' as const };

/** Submissions that are begun, saved some times, and completed or expired. */
export function randomPartials(random: () => number, prefix: string, around: Surroundings) {
  /** Those that are open, with their forms and the times of their beginnings. */
  const open = new Map<string, readonly [formId: string, startedAt: string]>();
  const inStream = (id: string, event: SubmissionEvent): Fact => ({ stream: streamOf.submission(id), event });

  function beginning(at: string): Fact {
    const [id, formId] = [around.newId(), around.anyForm()];
    open.set(id, [formId, at]);
    const answers = random() < 0.5 ? ['Ada'] : [null];
    const lastFieldId = answers[0] === null ? null : fieldId;
    const form = { id: formId, revision: 0 };
    const data = { ...common, submissionId: id, form, answers, lastFieldId, expiresAt: minute(5_000), at };
    return inStream(id, { type: 'SubmissionStarted', data });
  }

  function progress(at: string): Fact | readonly Fact[] | null {
    const [id, found] = [...open][Math.floor(random() * open.size)] ?? [];
    if (id === undefined || !found) return null;
    const [formId, startedAt] = found;
    const kind = random();
    if (kind < 0.4) {
      const changes = [{ index: 0, fieldId, value: at }];
      const data = { changes, lastFieldId: fieldId, expiresAt: minute(6_000), at };
      return inStream(id, { type: 'SubmissionSaved', data });
    }
    open.delete(id);
    if (kind < 0.8) {
      const form = { id: formId, revision: 0 };
      const data = { ...common, submissionId: id, form, answers: ['Eva'], reservation: null, startedAt, at };
      const fact = around.source(inStream(id, { type: 'SubmissionCompleted', data }));
      around.completed(id, formId, fact);
      return fact;
    }
    const audit = streamOf.audit(accountOf(prefix));
    const expired = { lastFieldId: random() < 0.5 ? fieldId : null };
    const erased: DomainEvent[] = [
      { type: 'SubmissionErased', data: { submissionId: id, formId, expired, at } },
      ...around.erased(id, at),
    ];
    return [
      inStream(id, { type: 'SubmissionExpired', data: { at } }),
      ...erased.map((event) => ({ stream: audit, event })),
    ];
  }

  return { beginning, progress };
}

/** A correction of a complete submission. */
export const correctionOf = (submissionId: string, formId: string, at: string): Fact => ({
  stream: streamOf.submission(submissionId),
  event: {
    type: 'SubmissionCorrected',
    data: {
      ...common,
      submissionId,
      form: { id: formId, revision: 0 },
      answers: [at],
      submittedAt: minute(0),
      reason: null,
      by: 'owner',
      at,
    },
  },
});
