import { isPublic, literalAddress } from '../../domain/destination/public-address.ts';
import { err, ok, type Result } from '../../domain/result.ts';

/** The permitted targets of webhooks beyond public HTTPS addresses. */
export interface DestinationRules {
  /** Host names and addresses that may be private and may be reached by plain HTTP, for development. */
  readonly allowHosts: readonly string[];
}

const maxLength = 2_048;

/**
 * Parses a destination's URL. The addresses to which the name of a host resolves are checked at each delivery.
 * @returns the URL in its normal form, or its problem
 */
export function parseDestinationUrl(text: string, { allowHosts }: DestinationRules): Result<string, string> {
  if (text.length > maxLength) return err(`Must have at most ${maxLength} characters.`);
  if (!URL.canParse(text)) return err('Must be an absolute URL.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return err('Must not hold a user name or password.');
  if (url.hash !== '') return err('Must not have a fragment.');
  if (url.port === '0') return err('Must not have port 0.');
  const isAllowed = allowHosts.includes(url.hostname.replace(/^\[|\]$/g, ''));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    return err('Must be an https URL.');
  const address = literalAddress(url.hostname);
  if (address !== null && !isAllowed && !isPublic(address)) return err('Must not have a private address.');
  return ok(url.href);
}
