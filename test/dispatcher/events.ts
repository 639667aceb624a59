import { defaultLimits } from '../../domain/destination/events.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { type Document, type ProcessManager, project } from '../../projections/projection.ts';
import { copiedForm } from '../support/forms.ts';

export const at = '2026-03-02T12:00:00.000Z';

/** A history: each event with the stream that it is recorded in. */
export type History = readonly (readonly [stream: string, event: DomainEvent])[];

const accountId = 'a1';

/** As the log would hold them: positions 0, 10, 20, … and event ids `e0`, `e1`, …. */
export function recorded(history: History): RecordedEvent[] {
  const revisions = new Map<string, number>();
  return history.map(([stream, event], index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return {
      id: `e${index}`,
      event,
      metadata: {
        accountId,
        actor: { kind: 'key', id: 'k1' },
        correlationId: `c${index}`,
        causationId: `c${index}`,
      },
      stream,
      revision,
      position: BigInt(index * 10),
      recordedAt: new Date(at),
    };
  });
}

/** Runs a process manager over a history: what each event calls for, in order, and the documents at the end. */
export function actionsOf<D extends Document, A>(
  manager: ProcessManager<D, A>,
  history: History,
): { actions: A[]; docs: Map<string, D | null> } {
  const docs = new Map<string, D | null>();
  const actions: A[] = [];
  for (const event of recorded(history)) {
    const key = manager.key(event);
    if (key === null) continue;
    const doc = project(manager, docs.get(key) ?? null, event);
    docs.set(key, doc);
    actions.push(...manager.react(doc, event));
  }
  return { actions, docs };
}

/** A destination of the account as it is configured. */
export function configured(
  destinationId: string,
  { enabled = true, ...settings }: Partial<Settings> & { enabled?: boolean } = {},
): History[number] {
  return [
    streamOf.destination(destinationId),
    {
      type: 'DestinationConfigured',
      data: {
        destinationId,
        accountId,
        settings: {
          label: destinationId,
          url: 'https://receiver.test/',
          events: ['submission.created'],
          formId: null,
          includedQuestions: [],
          signature: 'timestamped',
          ...defaultLimits,
          ...settings,
        },
        enabled,
        secret: { keyId: 'k', nonce: '', ciphertext: '', tag: '' },
        at,
      },
    },
  ];
}
type Settings = Extract<DomainEvent, { type: 'DestinationConfigured' }>['data']['settings'];

/** A submission to a form, complete unless said otherwise. */
export const submitted = (submissionId: string, formId = 'f1', isComplete = true): History[number] => [
  streamOf.submission(submissionId),
  {
    type: 'SubmissionCreated',
    data: {
      submissionId,
      accountId,
      form: copiedForm({ id: formId }),
      answers: [],
      isComplete,
      source: 'api',
      requestHash: 'h',
      at,
    },
  },
];

/** A delivery of `s1` to a destination, due at once. */
export const scheduledTo = (destinationId: string, deliveryId: string): History[number] => [
  streamOf.delivery(deliveryId),
  {
    type: 'DeliveryScheduled',
    data: {
      deliveryId,
      accountId,
      destinationId,
      kind: 'submission.created',
      formId: 'f1',
      submissionId: 's1',
      includedQuestions: [],
      publicUrl: 'https://forms.test',
      source: { stream: 'submission-s1', revision: 0, position: '1', eventId: 'e1' },
      at,
      dueAt: at,
    },
  },
];
