import { invalidRequest } from '../errors/errors.ts';

const deepest = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. Refuses JSON that parsers read in different ways: bytes that are not UTF-8, a name
 * that occurs twice in an object, names that reach an object's prototype, text that is not Unicode (half a
 * surrogate pair, NUL), and nesting deeper than 32.
 * @returns undefined for an empty body
 * @throws ApiError `invalid_request`
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  const text = decode(body);
  const value = parse(text);
  const fault = faultIn(text);
  if (fault !== null) throw invalidRequest(fault);
  return value;
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalidRequest('The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
}

interface Container {
  /** The names seen so far; null for an array. */
  readonly names: Set<string> | null;
  /** The name of this value in its parent. */
  readonly under: string | null;
}

/** The first fault of a text that is known to be JSON and to come from valid UTF-8. */
function faultIn(text: string): string | null {
  // Only an escape can spell NUL or half a surrogate pair, and only behind one is a quote part of a string.
  const hasEscapes = text.includes('\\');
  const containers: Container[] = [];
  let name: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      if (containers.length === deepest) return `The body is nested deeper than ${deepest} levels.`;
      containers.push({ names: character === '{' ? new Set() : null, under: name });
      name = null;
    } else if (character === '}' || character === ']') {
      containers.pop();
    } else if (character === '"') {
      const start = at;
      const end = hasEscapes ? endOfString(text, start) : text.indexOf('"', start + 1);
      const isName = isColonNext(text, end + 1);
      at = end;
      if (!isName && !hasEscapes) continue;
      const string = unescaped(text.slice(start, end + 1));
      if (hasEscapes && notUnicode.test(string)) return 'The body contains text that is not valid Unicode.';
      if (!isName) continue;
      const fault = nameFault(string, containers.at(-1));
      if (fault !== null) return fault;
      name = string;
    }
  }
  return null;
}

/** The index of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

const unescaped = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);

/** UTF-8 replaces half a surrogate pair by another character; BSON names cannot contain NUL. */
const notUnicode = /[\0\p{Surrogate}]/u;

function isColonNext(text: string, from: number): boolean {
  let at = from;
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text[at] === ':';
}

function nameFault(name: string, container: Container | undefined): string | null {
  if (!container?.names) return null;
  if (name === '__proto__' || (name === 'prototype' && container.under === 'constructor'))
    return `The name ${name} is not allowed.`;
  if (container.names.has(name)) return 'An object in the body has the same name twice.';
  container.names.add(name);
  return null;
}
