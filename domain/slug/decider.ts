import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { SlugEvent } from './events.ts';

export type SlugCommand =
  /** `from`: the holder that is known not to have the slug; null for none. */
  | { type: 'TakeSlug'; slug: string; formId: string; from: string | null; at: string }
  | { type: 'ReleaseSlug'; formId: string; at: string };

/** The form that holds a slug, and since when; null if none does. */
export interface SlugState {
  readonly holder: { readonly formId: string; readonly since: string } | null;
}

function decide(command: SlugCommand, { holder }: SlugState) {
  const { type, formId, at } = command;
  switch (type) {
    case 'TakeSlug': {
      if (holder?.formId === formId) return ok([]);
      if (holder && holder.formId !== command.from) return err({ code: 'slug_taken' } as const);
      return ok<SlugEvent[]>([{ type: 'SlugTaken', data: { slug: command.slug, formId, at } }]);
    }
    case 'ReleaseSlug':
      return ok<SlugEvent[]>(
        holder?.formId === formId ? [{ type: 'SlugReleased', data: { formId, at } }] : [],
      );
    default:
      return type satisfies never;
  }
}

function evolve(state: SlugState, event: SlugEvent): SlugState {
  switch (event.type) {
    case 'SlugTaken':
      return { holder: { formId: event.data.formId, since: event.data.at } };
    case 'SlugReleased':
      return { holder: null };
    default:
      return event satisfies never;
  }
}

/** A slug of an account: which form holds it. */
export const slug: Decider<SlugState, SlugCommand, SlugEvent, DomainError> = {
  initial: { holder: null },
  decide,
  evolve,
};
