import pino, { type DestinationStream, type Logger } from 'pino';
import { limitRepeatedLines } from './repeated-lines.ts';

/**
 * JSON lines on stderr; stdout is for results. Lines never contain secrets, and a failure
 * that repeats writes one line a second, with the number of omitted lines.
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
