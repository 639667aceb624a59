import { randomBytes } from 'node:crypto';
import { saveFormDraft } from '../../../commands/form-draft/save-draft.ts';
import { payment } from '../../../domain/payment/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { publicBase } from '../../support/injected-requests.ts';
import type { TestService } from '../../support/service.ts';

/** An account with something of every kind. */
export interface FurnishedAccount {
  readonly accountId: string;
  readonly key: string;
  readonly formId: string;
  /** Texts that people chose, which no store may hold after the erasure. */
  readonly words: readonly string[];
  /** The ids of its things. */
  readonly ids: readonly string[];
  /** The names of its contents in the file store. */
  readonly contentIds: readonly string[];
}

const secret = () => `whsec_${randomBytes(16).toString('hex')}`;

/** Opens an account and fills it: a form with a draft, submissions of all kinds, files, destinations, keys, a recovery, settings. */
export async function furnish(service: TestService, name: string): Promise<FurnishedAccount> {
  const { admin } = service;
  const word = (text: string) => `${text}-${randomBytes(6).toString('hex')}`;
  const [title, slug, label, url, note] = ['title', 'slug', 'label', 'path', 'note'].map(word);
  const made = await admin('POST', '/accounts', { body: { name, plan: 'business' } });
  const accountId = String(made.at('id'));
  const path = `/accounts/${accountId}`;
  const issued = await admin('POST', `${path}/keys`, {
    body: { name: label },
    headers: { 'idempotency-key': word('k') },
  });
  const key = String(issued.at('key'));
  const api = service.withKey(key);
  const fields = [
    { key: 'name', label: 'Name', kind: 'short_text', required: true },
    { key: 'cv', label: 'CV', kind: 'file' },
  ];
  const form = await ok(admin('POST', `${path}/forms`, { body: { title, slug, fields, status: 'draft' } }));
  const formId = String(form.at('id'));
  const settings = {
    label,
    url: `https://127.0.0.1/${url}`,
    events: ['submission.created', 'form.published'],
  };
  const destination = await ok(admin('POST', `${path}/destinations`, { body: settings }));
  const removed = await ok(admin('POST', `${path}/destinations`, { body: settings }));
  await ok(admin('DELETE', `/destinations/${String(removed.at('id'))}`));
  await ok(admin('PATCH', `/forms/${formId}`, { body: { status: 'published' } }));
  await ok(admin('PATCH', `/forms/${formId}`, { body: { slug: `${slug}-2` } }));
  const answers = [word('answer'), word('answer'), word('corrected'), word('file')];
  const upload = (payload: Buffer) =>
    ok(
      service.inject({
        method: 'POST',
        url: `${publicBase}/files?form_id=${formId}&field=cv&name=a.bin`,
        headers: { 'x-api-key': key },
        payload,
      }),
    );
  const files = [await upload(Buffer.from(answers[3] ?? '')), await upload(Buffer.from('free'))];
  const submit = (given: object) =>
    ok(api('POST', '/submissions', { body: { form_id: formId, answers: given } }));
  const submissions = [
    await submit({ name: answers[0], cv: [String(files[0]?.at('id'))] }),
    await submit({ name: answers[1] }),
  ];
  const [first] = submissions.map((one) => String(one.at('id')));
  const body = { answers: { name: answers[2] }, correction: { reason: note } };
  await ok(admin('PATCH', `/submissions/${first}`, { body, headers: { 'idempotency-key': word('k') } }));
  await ok(admin('PUT', `${path}/payment-providers/stripe`, { body: { signing_secret: secret() } }));
  await service.settled();
  const deliveries = await admin('GET', `/deliveries?account_id=${accountId}`);
  await ok(
    admin('POST', `/deliveries/${String(deliveries.at('data.0.id'))}/cancel`, { body: { reason: note } }),
  );
  await ok(admin('POST', `${path}/recoveries`, { body: { since: '2026-01-01T00:00:00Z' } }));
  const context = {
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  } as const;
  const at = new Date().toISOString();
  const { aggregates } = service.deps;
  const assigned = { type: 'AssignPayment', submissionId: first ?? '', instead: null, at } as const;
  await aggregates.execute(payment, streamOf.payment(word('p')), [assigned], context);
  const saved = await saveFormDraft(
    service.deps,
    { formId, seen: -1, formRevision: 2, changes: { details: { title: note ?? '' } } },
    context,
  );
  if (!saved.ok) throw new Error(saved.error.code);
  await service.settled();
  const found = await service.deps.queries.files.list(accountId, { limit: 10 });
  return {
    accountId,
    key,
    formId,
    words: [name, title, slug, label, url, answers[0], answers[1], answers[2]].flatMap((one) => one ?? []),
    ids: [formId, String(destination.at('id')), ...submissions.map((one) => String(one.at('id')))],
    contentIds: found.items.map(({ content_id }) => content_id),
  };
}

async function ok<T extends { readonly status: number; readonly text: string }>(
  answer: Promise<T>,
): Promise<T> {
  const given = await answer;
  if (given.status >= 300) throw new Error(`${given.status}: ${given.text}`);
  return given;
}
