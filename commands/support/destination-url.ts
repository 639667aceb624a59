/** The permitted targets of webhooks beyond public HTTPS addresses. */
export interface DestinationRules {
  /** Host names and addresses that may be reached by plain HTTP, for development. */
  readonly allowHosts: readonly string[];
}

const maxLength = 2_048;

/**
 * Returns the problem of a destination's URL; null if there is none. The addresses of its host are checked at
 * each delivery.
 */
export function urlFault(text: string, { allowHosts }: DestinationRules): string | null {
  if (text.length > maxLength) return `Must have at most ${maxLength} characters.`;
  if (!URL.canParse(text)) return 'Must be an absolute URL.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must not hold a user name or password.';
  if (url.hash !== '') return 'Must not have a fragment.';
  if (url.protocol === 'https:') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'http:' && allowHosts.includes(host) ? null : 'Must be an https URL.';
}
