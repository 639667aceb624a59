import { LRUCache } from 'lru-cache';
import type { DomainEvent } from '../domain/event-registry.ts';
import { type ExistingForm, form, type FormState } from '../domain/form/decider.ts';
import { type FormEvent, formEvents } from '../domain/form/events.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { EventLog } from './event-log.ts';

/** A form at a revision of its stream, which never changes. */
export interface FormAtRevision {
  readonly form: ExistingForm;
  readonly revision: number;
}

/** The earlier states of forms. They never change, so they are cached. */
export interface FormRevisions {
  /** Returns a form as of a revision; null if its stream does not reach that revision. @throws LogUnavailable */
  at(formId: string, revision: number): Promise<FormAtRevision | null>;
  /**
   * Returns a form as of the last revision with a version of its fields: the last that was published, if any was.
   * @param version an earlier version than the present one; null is returned if the form has never had it
   * @throws LogUnavailable
   */
  ofVersion(formId: string, version: number): Promise<FormAtRevision | null>;
}

/** Few revisions of a form are answered at a time: the present one, and those that stand on open pages. */
const maxRevisions = 200;

const isFormEvent = (event: DomainEvent): event is FormEvent => Object.hasOwn(formEvents, event.type);

export function openFormRevisions(log: Pick<EventLog, 'readStream'>): FormRevisions {
  const known = new LRUCache<string, Promise<FormAtRevision | null>>({ max: maxRevisions });

  /** Yields a form as of each of its revisions. */
  async function* revisionsOf(formId: string): AsyncGenerator<FormAtRevision> {
    let state: FormState = form.initial;
    for await (const { event, revision } of log.readStream(streamOf.form(formId))) {
      if (isFormEvent(event)) state = form.evolve(state, event, revision);
      if (state.exists) yield { form: state, revision };
    }
  }

  async function findAt(formId: string, wanted: number): Promise<FormAtRevision | null> {
    for await (const each of revisionsOf(formId)) if (each.revision === wanted) return each;
    return null;
  }

  async function findVersion(formId: string, version: number): Promise<FormAtRevision | null> {
    let found: FormAtRevision | null = null;
    for await (const each of revisionsOf(formId)) {
      if (each.form.version > version) break;
      if (each.form.version < version) continue;
      if (each.form.status === 'published' || found?.form.status !== 'published') found = each;
    }
    return found;
  }

  async function cached(name: string, find: () => Promise<FormAtRevision | null>) {
    const finding = known.get(name) ?? find();
    known.set(name, finding);
    const forget = () => void known.delete(name);
    // A stream that is too short may grow.
    finding.then((found) => found ?? forget(), forget);
    return finding;
  }

  return {
    at: (formId, revision) => cached(`${formId}@${revision}`, () => findAt(formId, revision)),
    ofVersion: (formId, version) => cached(`${formId} v${version}`, () => findVersion(formId, version)),
  };
}
