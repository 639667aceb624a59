import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../api/errors/errors.ts';
import { formNames, tooManyNames } from '../api/http/body-limits.ts';
import { readBody, restAfterLargeBody } from '../api/http/read-body.ts';
import { openTurns } from '../async/turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The most bytes of this request's form; null for the usual limit. */
    formBytes: number | null;
  }
}

/** What a browser sent: a text for each name, or all the texts of a name that is sent several times. */
type SentForm = Record<string, string | string[]>;

const [ampersand, plus, percent, blank] = [0x26, 0x2b, 0x25, 0x20];

/** `%0D%0A`, a line break as browsers send it; the letters in either case. */
const isCrLf = (body: Buffer, at: number): boolean =>
  body[at + 1] === 0x30 &&
  ((body[at + 2] ?? 0) | 0x20) === 0x64 &&
  body[at + 3] === percent &&
  body[at + 4] === 0x30 &&
  ((body[at + 5] ?? 0) | 0x20) === 0x61;

/**
 * Counts the names, and writes blanks for `+` and line feeds for CR LF. In place and in one pass: replacing millions of
 * characters of a string takes half a second.
 * @returns the text, still percent-encoded
 */
function normalise(body: Buffer): string {
  let [names, length] = [1, 0];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === ampersand) names += 1;
    // The carriage return is skipped; the line feed is copied like everything else.
    if (byte === percent && isCrLf(body, at)) at += 2;
    else body[length++] = byte === plus ? blank : (byte ?? 0);
  }
  if (names > formNames) throw tooManyNames();
  return body.toString('utf8', 0, length);
}

function decode(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    throw invalidRequest('The form has invalid percent-encoding.');
  }
}

/**
 * Parses the body of a form, which it overwrites. Line breaks become LF. Others have their turns while a large form is read.
 * @throws ApiError `payload_too_large` for too many names, `invalid_request` for bytes that are not UTF-8, percent-encoded or not
 */
export async function parseForm(body: Buffer): Promise<SentForm> {
  if (!isUtf8(body)) throw invalidRequest('The form is not valid UTF-8.');
  const turns = openTurns();
  // Without a prototype, `__proto__` is a name like any other.
  const sent = Object.create(null) as SentForm;
  const text = normalise(body);
  if (turns.isOver()) await turns.next();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (turns.isOver()) await turns.next();
    const end = pair.indexOf('=');
    const name = decode(end < 0 ? pair : pair.slice(0, end));
    const value = end < 0 ? '' : decode(pair.slice(end + 1));
    const before = sent[name];
    if (before === undefined) sent[name] = value;
    else if (typeof before === 'string') sent[name] = [before, value];
    else before.push(value);
  }
  return sent;
}

/** Reads the forms that browsers send. @param maxBytes the most bytes of a form */
export function readForms(app: FastifyInstance, maxBytes: number): void {
  app.decorateRequest('formBytes', null);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = await readBody(request, payload, request.formBytes ?? maxBytes);
      const form = await parseForm(body);
      await restAfterLargeBody(body.length);
      return form;
    },
  );
}
