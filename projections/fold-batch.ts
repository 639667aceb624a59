import type { LogItem, RecordedEvent } from '../log/event-log.ts';
import { project, type Document, type ProcessManager, type Projection } from './projection.ts';

/** A document, or in place of a deleted one null, with the position of the last event that went into it. */
export interface Kept {
  readonly position: bigint;
  readonly doc: Document | null;
}

/** An event on its way into the document that it belongs to. */
export interface Step {
  readonly event: RecordedEvent;
  readonly key: string;
}

/** A projection cannot take an event: it stands before it until one of the two is mended. */
export class PoisonEvent extends Error {
  readonly eventId: string;
  readonly position: bigint;

  constructor(projection: string, { id, event, stream, position }: RecordedEvent, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${projection} stops at ${event.type} ${id} (${stream}, position ${position}): ${why}`, { cause });
    this.name = 'PoisonEvent';
    this.eventId = id;
    this.position = position;
  }
}

/** What a batch asks for, as far as it could be read. */
export interface Plan {
  readonly steps: readonly Step[];
  /** The position up to which the steps tell everything; null where there is none. */
  readonly reached: bigint | null;
  readonly poison: PoisonEvent | null;
}

type Model = Projection | ProcessManager;

const none: ReadonlySet<string> = new Set();

/**
 * Sorts out which events of a batch concern the model, and which documents they belong to.
 * @param skipped the ids of events that the model is told to pass over
 */
export function planBatch(model: Model, items: readonly LogItem[], skipped = none): Plan {
  const steps: Step[] = [];
  let reached: bigint | null = null;
  for (const { event, position } of items) {
    try {
      const key = event && !skipped.has(event.id) && concerns(model, event) ? model.key(event) : null;
      if (event && key !== null) steps.push({ event, key });
    } catch (error) {
      if (!event) throw error;
      return { steps, reached, poison: new PoisonEvent(model.name, event, error) };
    }
    reached = position;
  }
  return { steps, reached, poison: null };
}

const concerns = (model: Model, { event }: RecordedEvent): boolean =>
  model.on[event.type] !== undefined || 'react' in model;

/** What a batch comes to. */
export interface Outcome<Action> {
  readonly changes: ReadonlyMap<string, Kept>;
  readonly actions: readonly Action[];
  readonly reached: bigint | null;
  readonly poison: PoisonEvent | null;
}

/**
 * Folds a batch into its documents, up to an event that cannot be taken. An event that a document already
 * holds is passed over, so that the same batch may come again; it was acted upon before it was stored.
 * @param known the documents that the steps belong to, as stored
 */
export function foldBatch<Action>(
  model: Projection | ProcessManager<Document, Action>,
  plan: Plan,
  known: ReadonlyMap<string, Kept>,
): Outcome<Action> {
  const changes = new Map<string, Kept>();
  const actions: Action[] = [];
  let reached: bigint | null = null;
  for (const { event, key } of plan.steps) {
    const before = changes.get(key) ?? known.get(key);
    try {
      if (!before || before.position < event.position) {
        const doc = project(model, before?.doc ?? null, event);
        if ('react' in model) actions.push(...model.react(doc, event));
        if (model.on[event.event.type] && (before ?? doc ?? model.erasedBy?.includes(event.event.type)))
          changes.set(key, { position: event.position, doc });
      }
    } catch (error) {
      return { changes, actions, reached, poison: new PoisonEvent(model.name, event, error) };
    }
    reached = event.position;
  }
  return { changes, actions, reached: plan.reached, poison: plan.poison };
}
