import { email } from '../domain/submission/checks/formats.ts';

/** A sender or a recipient. */
export interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

/** The longest address that SMTP carries (RFC 5321, 4.5.3.1.3). */
const longestAddress = 254;

/** Whether a text is one address, with a domain: no list, no name, nothing that could end a command of SMTP. */
export const isMailAddress = (text: string): boolean =>
  text.length <= longestAddress && isHeaderText(text) && email.test(text);

/** Whether a text can stand in a header: a line break would begin another header or the message. */
export const isHeaderText = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

const named = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]*)>$/;

/** Parses `address` or `name <address>`; null for any other text. */
export function parseMailbox(text: string): Mailbox | null {
  const written = text.trim();
  const [, quoted, plain, inner] = named.exec(written) ?? [];
  const name = (quoted ?? plain ?? '').trim();
  const address = inner ?? written;
  if (!isHeaderText(written) || !isMailAddress(address)) return null;
  return { name: name === '' ? null : name, address };
}

/** Returns the domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
