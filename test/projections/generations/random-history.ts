import type { DomainEvent } from '../../../domain/event-registry.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import {
  accountOpened,
  type Fact,
  formCreated,
  inDelivery,
  inForm,
  keyIssued,
  minute,
  scheduled,
  submitted,
} from '../samples.ts';
import { randomClosings } from './random-closings.ts';
import { correctionOf, randomPartials } from './random-partials.ts';
import { randomPeople } from './random-people.ts';
import { accountOf, attempted, randomWebhooks } from './random-webhooks.ts';

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A history of many things at once: each is made, changed some times, and some are removed. Among any twenty changes are
 * all kinds of change, in a random order, so that a law finds what it needs whatever the seed. Write it with the metadata of
 * the account `accountOf(prefix)`, whose destinations receive its events, and whose members its people are.
 */
export function randomHistory(random: () => number, length: number, prefix = 'x'): Fact[] {
  const upTo = (count: number) => Math.floor(random() * count);
  const made = { form: 0, delivery: 0, submission: 0, account: 0, key: 0 };
  const attempts = new Map<number, number>();
  /** The submissions that are not erased. */
  const submissions = new Map<string, Submission>();
  const anyForm = () => `${prefix}f${upTo(Math.max(1, made.form))}`;
  const anySubmission = () => [...submissions][upTo(submissions.size)];
  const webhooks = randomWebhooks(random, prefix, anyForm);
  const people = randomPeople(random, prefix);
  const closings = randomClosings(random, prefix);

  const created = (at: string) => formCreated(`${prefix}f${made.form++}`, { at });
  /** A delivery of an earlier release, whose source event is not in the log. */
  const delivery = (at: string) => scheduled(`${prefix}w${made.delivery++}`, { at });
  const submission = (at: string) => submissionTo(anyForm(), at);
  const partial = randomPartials(random, prefix, {
    anyForm,
    newId: () => `${prefix}s${made.submission++}`,
    source: webhooks.source,
    erased: webhooks.erased,
    completed: (id, formId, fact) => submissions.set(id, { formId, created: fact, isPaid: false }),
  });

  const changes: readonly ((at: string) => Fact | readonly Fact[])[] = [
    created,
    (at) => (made.form > 0 ? webhooks.source(publication(anyForm(), at)) : created(at)),
    submission,
    submission,
    webhooks.destination,
    (at) => (random() < 0.4 ? webhooks.removal(at) : webhooks.change(at)) ?? webhooks.destination(at),
    (at) => webhooks.change(at) ?? webhooks.destination(at),
    (at) => webhooks.progress(at) ?? submission(at),
    (at) => webhooks.progress(at) ?? submission(at),
    (at) => (random() < 0.5 ? webhooks.ping(at) : payment(at)) ?? submission(at),
    delivery,
    (at) => attempt(at) ?? delivery(at),
    (at) => erasure(at) ?? submission(at),
    partial.beginning,
    (at) => partial.progress(at) ?? partial.beginning(at),
    (at) => correction(at) ?? submission(at),
    (at) =>
      random() < 0.5
        ? accountOpened(`${prefix}a${made.account++}`, { at })
        : keyIssued(`${prefix}k${made.key++}`, { at }),
    (at) => (random() < 0.2 ? people.join(at) : people.change(at)),
    people.notice,
    closings.change,
  ];

  function submissionTo(formId: string, at: string): Fact {
    const id = `${prefix}s${made.submission++}`;
    const fact = webhooks.source(submitted(id, { formId, at }));
    submissions.set(id, { formId, created: fact, isPaid: false });
    return fact;
  }

  /** By this release, which names the form, or by an earlier one. */
  function payment(at: string): Fact | null {
    const [submissionId, paid] = anySubmission() ?? [];
    if (submissionId === undefined || !paid || paid.isPaid) return null;
    paid.isPaid = true;
    const { formId, created: first } = paid;
    const named = random() < 0.5 ? { formId } : {};
    const data = { payment: { ...fee, paidAt: at }, ...named, at };
    const fact: Fact = { stream: first.stream, event: { type: 'SubmissionPaymentCompleted', data } };
    return webhooks.source(fact, first);
  }

  function correction(at: string): Fact | null {
    const [submissionId, corrected] = anySubmission() ?? [];
    if (submissionId === undefined || !corrected) return null;
    const { formId, created: first } = corrected;
    return webhooks.source(correctionOf(submissionId, formId, at), first);
  }

  function erasure(at: string): Fact[] | null {
    const [submissionId, erased] = anySubmission() ?? [];
    if (submissionId === undefined || !erased) return null;
    submissions.delete(submissionId);
    const { formId } = erased;
    const events: DomainEvent[] = [
      { type: 'SubmissionErased', data: { submissionId, formId, at } },
      ...webhooks.erased(submissionId, at),
    ];
    return events.map((event) => ({ stream: streamOf.audit(accountOf(prefix)), event }));
  }

  function attempt(at: string): Fact | null {
    if (made.delivery === 0) return null;
    const id = upTo(made.delivery);
    const number = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, number);
    return inDelivery(`${prefix}w${id}`, attempted('d1', number, at));
  }

  /** The kinds of change that are left. */
  let rest: typeof changes = [];
  return Array.from({ length }, (_, n) => {
    if (rest.length === 0) rest = changes;
    const index = upTo(rest.length);
    const change = rest[index] ?? submission;
    rest = rest.toSpliced(index, 1);
    return change(minute(n));
  }).flat();
}

interface Submission {
  readonly formId: string;
  readonly created: Fact;
  isPaid: boolean;
}

const fee = { id: 'p', provider: 'stripe', amount: 100, currency: 'EUR', fieldKey: 'fee' };

const publication = (form: string, at: string): Fact =>
  inForm(form, { type: 'FormPublished', data: published(form, at) });

const published = (formId: string, at: string) => ({
  formId,
  accountId: 'acme',
  title: 'Contact',
  slug: 'contact',
  at,
  url: 'https://forms.test/contact',
});
