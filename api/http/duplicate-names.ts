import { pointer } from '../../domain/check.ts';

interface Container {
  /** The names so far; null for a list. */
  readonly names: Set<string> | null;
  readonly path: string;
  /** The name or index of the present value. */
  at: string | number;
}

/**
 * Finds the names that occur more than once in an object of a JSON text.
 * @param text JSON
 * @returns a pointer for each such name
 */
export function duplicateNames(text: string): string[] {
  const containers: Container[] = [];
  const found = new Set<string>();
  // Strings and structure; numbers and words need no look.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\],]/g)) {
    const container = containers.at(-1);
    if (token === '{' || token === '[') {
      const path = container ? container.path + pointer(container.at) : '';
      containers.push({ names: token === '{' ? new Set() : null, path, at: 0 });
    } else if (token === '}' || token === ']') {
      containers.pop();
    } else if (token === ',') {
      if (container && typeof container.at === 'number') container.at += 1;
    } else if (token.endsWith(':') && container?.names) {
      const name = String(JSON.parse(token.slice(0, -1)));
      if (container.names.has(name)) found.add(container.path + pointer(name));
      container.names.add(name);
      container.at = name;
    }
  }
  return [...found];
}
