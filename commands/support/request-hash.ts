import { hash } from 'node:crypto';

/** SHA-256 of what a request asks, hex. How a client orders the members of an object says nothing. */
export const requestHash = (asked: unknown): string => hash('sha256', JSON.stringify(inOrder(asked)));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, inOrder(member)]);
}
