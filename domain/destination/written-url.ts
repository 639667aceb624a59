/**
 * Returns what is wrong with an http or https URL as a person wrote it; null if nothing is. The `URL` class repairs all of
 * this silently, and the result may name another host or path than the person meant: it takes `https:///x` for the host
 * x, and drops line breaks and tabs.
 */
export function writtenUrlFault(text: string): string | null {
  if (/[\s\p{Cc}\p{Cf}]/u.test(text))
    return 'Must not contain spaces, tabs, line breaks or invisible characters.';
  if (text.includes('\\')) return 'Must not contain a backslash.';
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === undefined && /^https?:/i.test(text))
    return 'Must name a host after https://, as in https://example.com/hook.';
  if (authority?.includes('@')) return 'Must not hold a user name or password.';
  return text.includes('#') ? 'Must not have a fragment.' : null;
}
