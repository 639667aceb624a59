import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { fileReason } from '../file-reason.ts';
import { misused } from './failure.ts';

/** @throws CommandFailure if the file cannot be read or is not JSON */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw misused(`${file} cannot be read: ${fileReason(error)}.`);
  }
}

const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** @throws CommandFailure if the file cannot be read or is not a JSON object */
export function readJsonObject(file: string): Record<string, unknown> {
  const content = readJson(file);
  if (!Value.Check(JsonObject, content)) throw misused(`${file} is not a JSON object.`);
  return content;
}
