import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { Projection } from '../../../projections/projection.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { erasures } from '../../../projections/read-models/erasures/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { foldBatch } from '../../../projections/runner/fold-batch.ts';
import { planBatch } from '../../../projections/runner/plan-batch.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { type Fact, formCreated, minute, submitted } from '../samples.ts';

const test = suite('projections: erasure');

const at = minute(9);
const inStream = (stream: string, event: DomainEvent): Fact => ({ stream, event });
const quota = (type: 'SubmissionQuotaReserved' | 'SubmissionQuotaReleased', ...submissionIds: string[]) =>
  inStream('quota-acme-202603', { type, data: { submissionIds, formId: 'f1', at } });
const erased = (submissionId: string) =>
  inStream('audit-acme', { type: 'SubmissionErased', data: { submissionId, formId: 'f1', at } });

const recorded = ({ stream, event }: Fact, index: number): RecordedEvent => ({
  id: `e${index}`,
  event,
  stream,
  revision: index,
  position: BigInt(100 * (index + 1)),
  recordedAt: new Date(minute(index)),
  metadata: {
    accountId: 'acme',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  },
});

/** The history at its positions, folded; tombstones too. */
function folded(model: Projection, history: readonly RecordedEvent[]): Record<string, VersionedDocument> {
  const items = history.map((event) => ({ position: event.position, event }));
  return Object.fromEntries(foldBatch(model, planBatch(model, items), new Map()).changes);
}

const history: readonly RecordedEvent[] = [
  formCreated('f1'),
  quota('SubmissionQuotaReserved', 's1', 's2', 'lost'),
  submitted('s1', { formId: 'f1' }),
  submitted('s2', { formId: 'f1' }),
  quota('SubmissionQuotaReserved', 's3', 'refused'),
  quota('SubmissionQuotaReleased', 'refused'),
  submitted('s3', { formId: 'f1' }),
  submitted('s4', { formId: 'f2' }),
  erased('s1'),
  inStream('audit-acme', {
    type: 'DeliveryErased',
    data: { deliveryId: 'd1', submissionId: 's1', at },
  }),
  inStream('audit-acme', { type: 'ErasureTombstoned', data: { submissionId: 's1', at } }),
  inStream('audit-acme', { type: 'ErasureScrubbed', data: { submissionId: 's1', at } }),
  inStream('audit-acme', { type: 'ErasureCompleted', data: { submissionId: 's1', at: minute(10) } }),
].map((fact, index) => recorded(fact, index));

/** As the log is once it was scavenged. */
const scavenged = history.filter(({ stream }) => stream !== 'submission-s1');

test('given an erased submission, the removal of its events from the log changes no model', () => {
  assert.is(history.length - scavenged.length, 1);
  for (const model of [forms, submissions, deliveries, erasures])
    assert.equal(folded(model, scavenged), folded(model, history), model.name);
});

test('an erased submission is not counted, and leaves a tombstone', () => {
  assert.equal(folded(submissions, history)['form:f1'], { position: 900n, doc: { count: 2, begun: 0 } });
  assert.equal(folded(submissions, history)['form:f2']?.doc, { count: 1, begun: 0 });
  assert.equal(folded(submissions, history)['s1'], { position: 900n, doc: null });
  assert.equal(folded(deliveries, history)['d1'], { position: 1_000n, doc: null });
});

test('given a quota reservation that was counted twice, an erasure never makes the count negative', () => {
  const facts = [
    formCreated('f1'),
    quota('SubmissionQuotaReserved', 's1'),
    quota('SubmissionQuotaReserved', 's1'),
    submitted('s1', { formId: 'f1' }),
    quota('SubmissionQuotaReleased', 's1'),
    erased('s1'),
  ].map((fact, index) => recorded(fact, index));
  const left = facts.filter(({ stream }) => stream !== 'submission-s1');
  assert.equal(folded(submissions, facts)['form:f1'], { position: 600n, doc: { count: 0, begun: 0 } });
  for (const model of [forms, submissions])
    assert.equal(folded(model, left), folded(model, facts), model.name);
});

test('a submission that is applied again after a crash is counted once, as is its erasure', () => {
  const plan = planBatch(
    submissions,
    history.map((event) => ({ position: event.position, event })),
  );
  const stored = foldBatch(submissions, plan, new Map()).changes;
  // Counts are stored first: a crash leaves them without some of the documents.
  const counts = new Map([...stored].filter(([id]) => id.startsWith('form:')));
  for (const known of [counts, stored]) {
    const again = new Map([...known, ...foldBatch(submissions, plan, known).changes]);
    assert.equal(again, stored);
  }
});

test('shows the known facts of an erasure', () => {
  const of = { account_id: 'acme', submission_id: 's1', erased_at: at };
  assert.equal(folded(erasures, history)['s1']?.doc, {
    ...of,
    kind: 'submission',
    form_id: 'f1',
    completed_at: minute(10),
    stage: null,
    deleted_position: '1100',
    scrubbed_at: at,
  });
  assert.equal(folded(erasures, history)['d1']?.doc, {
    ...of,
    kind: 'delivery',
    form_id: null,
    completed_at: null,
    stage: null,
    deleted_position: null,
    scrubbed_at: null,
  });
});

test.run();
