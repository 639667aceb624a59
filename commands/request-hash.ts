import { hash } from 'node:crypto';

/** Returns the SHA-256 of a request's content, in hex. The order of an object's members does not matter. */
export const requestHash = (content: unknown): string => hash('sha256', JSON.stringify(inOrder(content)));

function inOrder(value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value);
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, inOrder(member)]);
}
