import { isRecord } from '../../domain/check.ts';
import { invalidRequest } from '../errors/errors.ts';
import { countJson } from './body-limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. Refuses JSON that parsers read in different ways: bytes that are not UTF-8, a name
 * that occurs twice in an object, names that reach an object's prototype, and text that is not Unicode (half a
 * surrogate pair, NUL). Refuses more values and deeper nesting than the limits before it parses anything.
 * @returns undefined for an empty body
 * @throws ApiError `invalid_request`
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  const names = countJson(body);
  const text = decode(body);
  const value = parse(text);
  const fault = faultIn(value, names, text.includes('\\'));
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

/**
 * Returns the first fault of a parsed body; null for none.
 * @param names the number of names in its text: a name that occurs twice in an object is parsed to one member
 * @param hasEscapes whether the text has escapes: only these can spell NUL or half a surrogate pair
 */
function faultIn(body: unknown, names: number, hasEscapes: boolean): string | null {
  let members = 0;
  const faults: string[] = [];
  const read = (text: string): void => {
    if (hasEscapes && notUnicode(text)) faults.push('The body contains text that is not valid Unicode.');
  };
  // The depth of the body is limited.
  function visit(value: unknown, under: string | null): void {
    if (typeof value === 'string') read(value);
    else if (Array.isArray(value)) for (const element of value) visit(element, null);
    else if (isRecord(value))
      for (const name of Object.keys(value)) {
        members += 1;
        read(name);
        if (name === '__proto__' || (name === 'prototype' && under === 'constructor'))
          faults.push(`The name ${name} is not allowed.`);
        visit(value[name], name);
      }
  }
  visit(body, null);
  if (members < names) return 'An object in the body has the same name twice.';
  return faults[0] ?? null;
}

/** UTF-8 replaces half a surrogate pair by another character; BSON names cannot contain NUL. */
const notUnicode = (text: string): boolean => text.includes('\0') || halfPair.test(text);
const halfPair = /\p{Surrogate}/u;
