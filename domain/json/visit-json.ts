import { pointer } from '../check.ts';

interface Container {
  /** Whether it is an object, with names; otherwise it is a list. */
  readonly isObject: boolean;
  readonly path: string;
  /** The name or index of the present value. */
  at: string | number;
}

/** Calls with a token of a JSON text and its place. A path is a JSON pointer. */
export interface JsonVisitor {
  /** Gets the object that has the name: the same object for all its names. */
  name?(name: string, object: { readonly path: string }): void;
  /** @param literal the number as it is written */
  number?(literal: string, path: string): void;
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}[\],]|-?\d[\d.eE+-]*/g;

/** Visits the names and numbers of a JSON text in order. */
export function visitJson(text: string, visitor: JsonVisitor): void {
  const containers: Container[] = [];
  const pathOf = (container: Container | undefined): string =>
    container ? container.path + pointer(container.at) : '';
  for (const [found] of text.matchAll(token)) {
    const container = containers.at(-1);
    if (found === '{' || found === '[') {
      containers.push({ isObject: found === '{', path: pathOf(container), at: 0 });
    } else if (found === '}' || found === ']') {
      containers.pop();
    } else if (found === ',') {
      if (container && typeof container.at === 'number') container.at += 1;
    } else if (!found.startsWith('"')) {
      visitor.number?.(found, pathOf(container));
    } else if (found.endsWith(':') && container?.isObject) {
      container.at = String(JSON.parse(found.slice(0, -1)));
      visitor.name?.(container.at, container);
    }
  }
}
