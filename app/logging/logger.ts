import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogFormat } from '../config/config.ts';
import { limitRepeatedLines } from './repeated-lines.ts';
import { terminalLines } from './terminal-lines.ts';

interface Terminal {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

/** Whether log lines are for people: on a terminal, unless a setting says otherwise. */
export const isPretty = (format: LogFormat, { isTTY }: Terminal): boolean =>
  format === 'pretty' || (format === 'auto' && isTTY === true);

/** Stderr, for log lines; stdout is for results. */
export const logDestination = (format: LogFormat, stderr: Terminal): DestinationStream =>
  isPretty(format, stderr)
    ? terminalLines(pino.destination({ dest: 2, sync: true }), stderr.hasColors?.() === true)
    : pino.destination({ dest: 2, sync: false });

/**
 * A logger of JSON lines. Lines never contain secrets, and a failure that repeats writes one line a second, with the
 * number of omitted lines.
 */
export const createLogger = (level: string, destination: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      hooks: limitRepeatedLines(),
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers["x-api-key"]',
          'req.headers.cookie',
          'headers.authorization',
          'headers["x-api-key"]',
          '*.secret',
          '*.key',
          '*.token',
          '*.answers',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  );
