import { asciiDigits, composed, halfWidth } from '../text.ts';

/**
 * Characters that show nothing and come along when an address or a number is copied: control characters except NUL and blanks, soft
 * hyphens, zero-width blanks, marks and controls of direction, byte order marks and tags.
 */
const unseen =
  // eslint-disable-next-line no-control-regex -- these are the characters that are removed
  /[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Joiners belong to words of many scripts and to emoji. Elsewhere, as after a Latin letter, they are copied by mistake. */
const idleJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|(?<=\p{Script=Latin})[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu;

const printable = /^[\x20-\x7e]*$/;

/** The longest text that is looked at. No longer one is an address or a number. */
const longest = 4_000;

const withoutUnseen = (text: string): string =>
  printable.test(text)
    ? text
    : // Composed before, because the letter before a joiner counts, and after, because marks may follow a joiner.
      composed(composed(text.replace(unseen, '')).replace(idleJoiner, ''));

/** Takes off blanks, the angle brackets that mark addresses in texts, and a prefix such as `mailto:`. */
function unwrapped(text: string, prefix?: RegExp): string {
  let inner = withoutUnseen(text);
  for (;;) {
    const before = inner.length;
    inner = inner.trim();
    if (prefix) inner = inner.replace(prefix, '');
    if (inner.startsWith('<') && inner.endsWith('>')) inner = inner.slice(1, -1);
    if (inner.length === before) return inner;
  }
}

/** Addresses that need no cleaning: of printable ASCII without blanks and brackets. Most are. */
const cleanAddress = /^[\x21-\x3b\x3d\x3f-\x7e]+$/;
const mailto = /^mailto:/i;
const httpUrl = /^https?:\/\/[\x21-\x7e]*$/;

/** Returns an e-mail address as it is stored: without blanks around it, `mailto:`, brackets and wide characters. */
export function cleanEmail(text: string): string {
  if (text.length > longest || (cleanAddress.test(text) && !mailto.test(text))) return text;
  const address = unwrapped(halfWidth(text), mailto);
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at) + address.slice(at).replace(/[\u3002\uff61]/g, '.');
}

/**
 * Returns the code of a currency as it is stored: capital letters of ASCII, without blanks and invisible characters around it. The sign
 * of the euro is a code; other signs are those of several currencies.
 */
export function cleanCurrency(text: string): string {
  if (text.length > longest) return text;
  const code = withoutUnseen(halfWidth(text)).trim().toUpperCase();
  return code === '€' ? 'EUR' : code;
}

/** Returns a URL as it is stored: without blanks around it and brackets, with `https://` before a host. */
export function cleanUrl(text: string): string {
  if (text.length > longest || httpUrl.test(text)) return text;
  const url = unwrapped(text);
  // Wide characters are letters of their own in a path, but not in a host.
  const [, begin = '', rest = ''] = /^((?:[^/／?#]*[:：][/／]{2})?[^/?#／？＃]*)(.*)$/su.exec(url) ?? [];
  const host = halfWidth(begin).replace(/[\u3002\uff61]/g, '.');
  return isHost(host) ? `https://${host}${rest}` : host + rest;
}

/** Whether a text is the name of a host with a top-level domain of letters, perhaps with a port. */
function isHost(text: string): boolean {
  const labels = text.replace(/:\d{1,5}$/, '').split('.');
  const isName =
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}][\u200d\u200c\p{L}\p{M}\p{N}-]*$/u.test(label));
  return isName && /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu.test(labels.at(-1) ?? '');
}

/** Returns a telephone number as it is stored: as it was typed, with the blanks, hyphens, signs and digits of ASCII. */
export function cleanPhone(text: string): string {
  if (text.length > longest) return text;
  const ascii = asciiDigits(halfWidth(text)).replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-');
  return unwrapped(ascii, /^tel:/i).replace(/\s/g, ' ');
}
