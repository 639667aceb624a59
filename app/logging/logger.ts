import pino, { type DestinationStream, type Logger } from 'pino';
import { limitRepeatedLines } from './repeated-lines.ts';

/**
 * JSON lines on stderr: stdout belongs to what a person or a script reads. Secrets never reach a line, and a failure
 * that repeats writes one line a second, with the number of lines that were left out before it.
 */
export const createLogger = (
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger =>
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
