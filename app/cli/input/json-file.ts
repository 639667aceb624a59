import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Fault } from '../../../domain/check.ts';
import { silentChanges } from '../../../domain/json/read-json.ts';
import { fileReason } from '../../file-reason.ts';
import { misused } from '../failure.ts';
import { readText } from './input-file.ts';

/** @throws CommandFailure if the file cannot be read, is not JSON, or has numbers or names that JavaScript would change */
export function readJson(file: string): unknown {
  let faults: readonly Fault[];
  try {
    const text = readText(file);
    const content: unknown = JSON.parse(text);
    faults = silentChanges(text);
    if (faults.length === 0) return content;
  } catch (error) {
    throw misused(`${file} cannot be read: ${fileReason(error)}.`);
  }
  const reasons = faults.map(({ at = '', message }) => `\n  ${at}: ${message}`);
  throw misused(`${file} has values that cannot be stored exactly as written:${reasons.join('')}`);
}

const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** @throws CommandFailure if the file cannot be read or is not a JSON object */
export function readJsonObject(file: string): Record<string, unknown> {
  const content = readJson(file);
  if (!Value.Check(JsonObject, content)) throw misused(`${file} is not a JSON object.`);
  return content;
}
