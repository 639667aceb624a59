import type { DestinationStream } from 'pino';
import type * as pinoPretty from 'pino-pretty';
import { loadedOnUse } from '../../domain/loaded-on-use.ts';
import { printable } from '../printable.ts';

const pretty = loadedOnUse((require) => require('pino-pretty') as typeof pinoPretty);

/**
 * Writes log lines for people: time, level and message, then the other members.
 * @param isColored whether the terminal shows colours
 */
export function terminalLines(destination: DestinationStream, isColored: boolean): DestinationStream {
  const prettify = pretty().prettyFactory({
    colorize: isColored,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
  });
  return { write: (line) => destination.write(prettify(withoutControls(line))) };
}

/** Removes control characters, escaped or not, from a line of JSON. */
const withoutControls = (line: string): string =>
  printable(line).replace(/\\(?:u00[01][0-9a-f]|.)/gi, (escape) =>
    /^\\(?:[bfr]|u.+)$/.test(escape) ? '\u{fffd}' : escape,
  );
