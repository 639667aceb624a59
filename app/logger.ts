import pino, { type Logger } from 'pino';

/** JSON lines on stderr: stdout belongs to what a person or a script reads. Secrets never reach a line. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
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
    pino.destination({ dest: 2, sync: false }),
  );
