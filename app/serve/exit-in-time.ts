import type { Logger } from 'pino';

/**
 * Ends the process unless it ends by itself in time. After a stop nothing should keep it; a connection or a timer that
 * does is logged by its kind.
 */
export function exitInTime(logger: Pick<Logger, 'error'>, afterMs: number): void {
  setTimeout(() => {
    const keeping = countsOf(process.getActiveResourcesInfo());
    logger.error(
      { keeping },
      'every part has stopped, but open handles keep the process alive; it is ended now',
    );
    process.exit();
  }, afterMs).unref();
}

const countsOf = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
