import type { Actor } from '../../../domain/event.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { authorName } from '../../../domain/sentences/authors.ts';
import {
  type Part,
  quoted,
  type Sentence,
  type Subject,
  type SubjectKind,
} from '../../../domain/sentences/sentence.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { StreamErased } from '../../../log/log-errors.ts';

/** The kinds of things with names in the log; a name may change. */
const named = {
  account: streamOf.account,
  form: streamOf.form,
  destination: streamOf.destination,
  key: streamOf.apiKey,
  person: streamOf.person,
} as const satisfies Partial<Record<SubjectKind, (id: string) => string>>;

/** The actors with names. */
const namedActors: Partial<Record<Actor['kind'], keyof typeof named>> = { key: 'key', member: 'person' };

/** What stands for a thing without a name. */
const nouns: Readonly<Record<Exclude<SubjectKind, keyof typeof named>, string>> = {
  submission: 'a submission',
  delivery: 'a webhook',
  recovery: 'recovery',
};

/** The name that an event gives its thing; null if it gives none. */
function nameIn({ type, data }: DomainEvent): string | null {
  switch (type) {
    case 'AccountOpened':
    case 'AccountRenamed':
    case 'ApiKeyIssued':
    case 'PersonRegistered':
    case 'PersonRenamed':
      return data.name;
    case 'FormCreated':
    case 'FormPublished':
      return data.title;
    case 'FormDetailsChanged':
      return data.title ?? null;
    case 'DestinationConfigured':
    case 'DestinationChanged':
      return data.settings.label ?? null;
    default:
      return null;
  }
}

interface Naming {
  readonly position: bigint;
  readonly name: string;
}

/** A part of a sentence as text. Things keep what they are, for links. */
export interface NamedPart {
  readonly text: string;
  readonly subject: Subject | null;
}

/** The names of things at the time of each event. Opened for one request, which reads each stream once. */
export interface Names {
  /** Returns the name of a thing at a log position; null if the log holds none. @throws LogUnavailable */
  at(kind: keyof typeof named, id: string, position: bigint): Promise<string | null>;
  /** Returns the present name of a thing; null if the log holds none. @throws LogUnavailable */
  now(kind: keyof typeof named, id: string): Promise<string | null>;
  /** Returns a sentence with names. @throws LogUnavailable */
  in(sentence: Sentence, position: bigint): Promise<readonly NamedPart[]>;
}

const isNamed = (kind: SubjectKind): kind is keyof typeof named => Object.hasOwn(named, kind);

export function openNames(log: Pick<EventLog, 'readStream'>): Names {
  const known = new Map<string, Promise<readonly Naming[]>>();

  async function namingsOf(stream: string): Promise<readonly Naming[]> {
    const namings: Naming[] = [];
    try {
      for await (const { event, position } of log.readStream(stream)) {
        const name = nameIn(event);
        if (name !== null) namings.push({ position, name });
      }
    } catch (error) {
      if (!(error instanceof StreamErased)) throw error;
    }
    return namings;
  }

  function namingsOfThing(kind: keyof typeof named, id: string): Promise<readonly Naming[]> {
    const stream = named[kind](id);
    const reading = known.get(stream) ?? namingsOf(stream);
    known.set(stream, reading);
    return reading;
  }

  async function at(kind: keyof typeof named, id: string, position: bigint): Promise<string | null> {
    const namings = await namingsOfThing(kind, id);
    const before = namings.filter((naming) => naming.position <= position);
    return (before.at(-1) ?? namings[0])?.name ?? null;
  }

  async function partIn(part: Part, position: bigint): Promise<NamedPart> {
    if (typeof part === 'string') return { text: part, subject: null };
    if (part.kind === 'author') {
      const { actor } = part;
      const kind = namedActors[actor.kind];
      const name = kind && (await at(kind, actor.id, position));
      return { text: authorName(actor, name ?? null), subject: null };
    }
    const { kind, id } = part;
    if (!isNamed(kind)) return { text: nouns[kind], subject: part };
    const name = await at(kind, id, position);
    if (kind === 'person') return { text: name ?? 'a person who was erased', subject: part };
    return { text: name === null ? id : quoted(name), subject: part };
  }

  return {
    at,
    now: async (kind, id) => (await namingsOfThing(kind, id)).at(-1)?.name ?? null,
    in: (sentence, position) => Promise.all(sentence.map((part) => partIn(part, position))),
  };
}

/** A sentence with names as one text. */
export const textOf = (parts: readonly NamedPart[]): string => parts.map(({ text }) => text).join('');
