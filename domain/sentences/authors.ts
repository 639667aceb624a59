import type { Actor } from '../event.ts';

/** The parts of the service that act by themselves, and outsiders who act without a key. */
const systems: Readonly<Record<string, string>> = {
  form: 'A respondent',
  openid: 'The OpenID provider',
  stripe: 'Stripe',
};

/**
 * The author of an event by name. The service itself acts as “Formlog”.
 * @param name of the API key or of the person; null if the log does not hold it
 */
export function authorName({ kind, id }: Actor, name: string | null): string {
  switch (kind) {
    case 'operator':
      return `Operator ${id}`;
    case 'key':
      return `API key ${name === null ? id : `“${name}”`}`;
    case 'member':
      return name ?? 'A person who was erased';
    case 'system':
      return systems[id] ?? 'Formlog';
    default:
      return kind satisfies never;
  }
}

/** An actor as one text, for filters. */
export const actorText = ({ kind, id }: Actor): string => `${kind}:${id}`;

/** Reads the text of an actor; null if it is none. */
export function actorIn(text: string): Actor | null {
  const [, kind, id = ''] = /^(key|operator|member|system):(.+)$/.exec(text) ?? [];
  return kind === 'key' || kind === 'operator' || kind === 'member' || kind === 'system'
    ? { kind, id }
    : null;
}
