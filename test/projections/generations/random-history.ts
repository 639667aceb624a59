import type { DomainEvent } from '../../../domain/event-registry.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import {
  accountOpened,
  configured,
  type Fact,
  formCreated,
  inDelivery,
  inDestination,
  inForm,
  keyIssued,
  minute,
  scheduled,
  submitted,
} from '../samples.ts';

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
 * A history of many things at once: each is made, changed some times, and some are removed. Among any ten events are all
 * kinds of change, in a random order, so that a law finds what it needs whatever the seed.
 */
export function randomHistory(random: () => number, length: number, prefix = 'x'): Fact[] {
  const upTo = (count: number) => Math.floor(random() * count);
  const made = { form: 0, destination: 0, delivery: 0, submission: 0, account: 0, key: 0 };
  const attempts = new Map<number, number>();
  const removed = new Set<number>();
  /** The form of each submission that is not erased. */
  const formOf = new Map<string, string>();
  const anyForm = () => `${prefix}f${upTo(Math.max(1, made.form))}`;

  const created = (at: string) => formCreated(`${prefix}f${made.form++}`, { at });
  const destination = (at: string) => configured(`${prefix}d${made.destination++}`, { at });
  const delivery = (at: string) => scheduled(`${prefix}w${made.delivery++}`, { at });
  const submission = (at: string) => submissionTo(anyForm(), at);

  const changes: readonly ((at: string) => Fact)[] = [
    created,
    (at) => (made.form > 0 ? publication(anyForm(), at) : created(at)),
    submission,
    submission,
    destination,
    (at) => removal(at) ?? destination(at),
    delivery,
    (at) => attempt(at) ?? delivery(at),
    (at) => erasure(at) ?? submission(at),
    (at) =>
      random() < 0.5
        ? accountOpened(`${prefix}a${made.account++}`, { at })
        : keyIssued(`${prefix}k${made.key++}`, { at }),
  ];

  function submissionTo(formId: string, at: string): Fact {
    const id = `${prefix}s${made.submission++}`;
    formOf.set(id, formId);
    return submitted(id, { formId, at });
  }

  function erasure(at: string): Fact | null {
    const [submissionId, formId] = [...formOf][upTo(formOf.size)] ?? [];
    if (submissionId === undefined || formId === undefined) return null;
    formOf.delete(submissionId);
    return {
      stream: streamOf.audit(`${prefix}acme`),
      event: { type: 'SubmissionErased', data: { submissionId, formId, at } },
    };
  }

  function removal(at: string): Fact | null {
    const id = upTo(Math.max(1, made.destination));
    if (made.destination === 0 || removed.has(id)) return null;
    removed.add(id);
    return inDestination(`${prefix}d${id}`, { type: 'DestinationRemoved', data: { at } });
  }

  function attempt(at: string): Fact | null {
    if (made.delivery === 0) return null;
    const id = upTo(made.delivery);
    const number = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, number);
    return inDelivery(`${prefix}w${id}`, attempted(number, at));
  }

  /** What is left of the ten kinds of change. */
  let rest: typeof changes = [];
  return Array.from({ length }, (_, n) => {
    if (rest.length === 0) rest = changes;
    const index = upTo(rest.length);
    const change = rest[index] ?? submission;
    rest = rest.toSpliced(index, 1);
    return change(minute(n));
  });
}

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

const attempted = (attempt: number, at: string): Extract<DomainEvent, { type: 'DeliveryAttempted' }> => ({
  type: 'DeliveryAttempted',
  data: {
    attempt,
    destinationId: 'd1',
    startedAt: at,
    durationMs: 7,
    nextAttemptAt: at,
    at,
    outcome: { kind: 'response', status: 503, excerpt: 'busy' },
  },
});
