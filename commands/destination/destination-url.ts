import { isPublic, literalAddress } from '../../domain/destination/public-address.ts';
import { writtenUrlFault } from '../../domain/destination/written-url.ts';
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
  const fault = writtenUrlFault(text);
  if (fault !== null) return err(fault);
  if (!URL.canParse(text)) return err('Must be an absolute URL.');
  const url = new URL(text);
  if (url.port === '0') return err('Must not have port 0.');
  const isAllowed = allowHosts.includes(url.hostname.replace(/^\[|\]$/g, ''));
  if (!isAllowed && /^localhost\.?$/.test(url.hostname)) return err(localhostFault(url));
  if (url.protocol === 'http:' && !isAllowed)
    return err(`Must be an https URL. Plain HTTP is only for ${development}.`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return err('Must be an https URL.');
  const address = literalAddress(url.hostname);
  if (address !== null && !isAllowed && !isPublic(address))
    return err(`Must not have a private address, except for ${development}.`);
  return ok(url.href);
}

const development = 'hosts in WEBHOOK_ALLOW_HOSTS, in development';

/** What localhost resolves to differs between programs and machines; the address says where a receiver listens. */
function localhostFault(url: URL): string {
  const { port, pathname, search } = url;
  const named = `http://127.0.0.1${port === '' ? '' : `:${port}`}${pathname}${search}`;
  return `Must name 127.0.0.1 in place of localhost, as in ${named}, and WEBHOOK_ALLOW_HOSTS must include 127.0.0.1.`;
}
