import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { inexactNumbers } from '../../api/http/inexact-numbers.ts';
import type { Problem } from '../../domain/errors.ts';
import { fileReason } from '../file-reason.ts';
import { misused } from './failure.ts';

/** @throws CommandFailure if the file cannot be read, is not JSON, or has numbers that JavaScript would change */
export function readJson(file: string): unknown {
  let inexact: readonly Problem[];
  try {
    const text = readFileSync(file, 'utf8');
    const content: unknown = JSON.parse(text);
    inexact = inexactNumbers(text);
    if (inexact.length === 0) return content;
  } catch (error) {
    throw misused(`${file} cannot be read: ${fileReason(error)}.`);
  }
  const numbers = inexact.map(({ path, message }) => `\n  ${path}: ${message}`);
  throw misused(`${file} has numbers that cannot be kept as they are written:${numbers.join('')}`);
}

const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** @throws CommandFailure if the file cannot be read or is not a JSON object */
export function readJsonObject(file: string): Record<string, unknown> {
  const content = readJson(file);
  if (!Value.Check(JsonObject, content)) throw misused(`${file} is not a JSON object.`);
  return content;
}
