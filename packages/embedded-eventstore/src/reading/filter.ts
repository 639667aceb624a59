import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument } from '../errors.ts';
import { streamOf, typeOf } from '../storage/record.ts';

/** Whether a reader of `$all` gets a stored event. */
export type Filter = (record: Buffer) => boolean;

/**
 * The filter of a request.
 * @throws CallError for a filter that cannot be used
 */
export function createFilter(options: ReadReq.Options.FilterOptions): Filter {
  const byStream = options.getStreamIdentifier();
  const byType = options.getEventType();
  const expression = byStream ?? byType;
  if (!expression) throw invalidArgument('a filter needs an expression for stream names or event types');
  const matches = matcher(expression);
  return byStream ? (record) => matches(streamOf(record)) : (record) => matches(typeOf(record));
}

/** A regular expression has precedence over prefixes, as in the real server. */
function matcher(expression: ReadReq.Options.FilterOptions.Expression): (text: string) => boolean {
  const regex = expression.getRegex();
  const prefixes = expression.getPrefixList();
  if (regex === '') return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  const compiled = compile(regex);
  return (text) => compiled.test(text);
}

function compile(regex: string): RegExp {
  try {
    return new RegExp(regex);
  } catch (error) {
    throw invalidArgument(`the filter is not a regular expression: ${String(error)}`);
  }
}
