import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Fault, isRecord, pointer } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { inexactNumbers } from '../../domain/json/inexact-numbers.ts';
import { repeatedNames } from '../../domain/json/repeated-names.ts';
import { textFault } from '../../domain/text.ts';
import { invalidRequest } from '../errors/errors.ts';
import { countJson } from './body-limits.ts';
import { isLargeBody } from './read-body.ts';

/** The most problems of a body that an answer lists. */
const maxProblems = 1_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body; other requests have their turns between the steps for a large one. Refuses JSON that parsers read in
 * different ways: bytes that are not UTF-8, a name that occurs twice in an object, names that reach an object's prototype, text
 * that is not Unicode (half a surrogate pair, NUL), and numbers that would be stored as others. Refuses more values and
 * deeper nesting than the limits before it parses anything.
 * @returns undefined for an empty body
 * @throws ApiError `invalid_request`
 */
export async function parseJson(body: Uint8Array): Promise<unknown> {
  if (body.length === 0) return undefined;
  const isLarge = isLargeBody(body.length);
  const { names, hasLongNumbers } = countJson(body);
  if (isLarge) await nextTurn();
  const text = decode(body);
  if (isLarge) await nextTurn();
  const value = parse(text);
  if (isLarge) await nextTurn();
  const { faults, members } = inspect(value, text.includes('\\'));
  const twice = members < names ? repeatedNames(text).map(problemOf) : [];
  const ambiguous = [...twice, ...faults];
  if (ambiguous.length > 0) {
    const areCharacters = ambiguous.every(({ code }) => code === 'invalid_format');
    const message = areCharacters
      ? 'The body has characters that are not accepted.'
      : 'The body is ambiguous.';
    throw invalidRequest(message, ambiguous.slice(0, maxProblems));
  }
  if (isLarge) await nextTurn();
  const inexact = hasLongNumbers ? inexactNumbers(text).map(problemOf) : [];
  if (inexact.length > 0)
    throw invalidRequest('Some numbers cannot be stored exactly.', inexact.slice(0, maxProblems));
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
  } catch (error) {
    throw invalidRequest(`The body is not valid JSON${placeOf(error, text)}.`);
  }
}

/** Where a text stops being JSON, as far as the parser says it. Its message itself quotes the text. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Unexpected end')) return ': it ends too early';
  const [, position] = / at position (\d+)/.exec(message) ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `, see line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Finds the faults of a parsed body.
 * @param hasEscapes whether the text has escapes: only these can spell NUL or half a surrogate pair
 * @returns the faults, and the number of members of all objects
 */
function inspect(body: unknown, hasEscapes: boolean): { faults: Problem[]; members: number } {
  let members = 0;
  const faults: Problem[] = [];
  /** The names and indexes that lead to the present value. */
  const steps: (string | number)[] = [];
  const add = (code: Problem['code'], message: string): void =>
    void faults.push({ path: steps.map(pointer).join(''), code, message });
  const read = (text: string): void => {
    const fault = hasEscapes ? textFault(text) : null;
    if (fault !== null) add('invalid_format', fault);
  };
  // The depth of the body is limited.
  function visit(value: unknown): void {
    if (typeof value === 'string') read(value);
    else if (Array.isArray(value))
      for (const [index, element] of value.entries()) {
        steps.push(index);
        visit(element);
        steps.pop();
      }
    else if (isRecord(value))
      for (const name of Object.keys(value)) {
        const under = steps.at(-1);
        steps.push(name);
        members += 1;
        read(name);
        if (name === '__proto__' || (name === 'prototype' && under === 'constructor'))
          add('unknown_field', `The name ${name} is not allowed.`);
        visit(value[name]);
        steps.pop();
      }
  }
  visit(body);
  return { faults, members };
}

const problemOf = ({ at = '', code, message }: Fault): Problem => ({ path: at, code, message });
