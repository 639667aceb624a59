import { setTimeout as delay } from 'node:timers/promises';
import type { MongoClient, ServerHeartbeatStartedEvent } from 'mongodb';

/** The driver limits a check to 30 s, and to 40 s with streaming checks. */
const checkTimeoutMs = 45_000;
const reconnectMs = 1_000;

/**
 * Reconnects a client when a check of its server does not end. If a connection breaks just as the driver
 * writes to it, the check seems to wait for ever (7.8; the code of 7.9 is the same). Since the driver makes
 * one check at a time, it would then consider the server absent for the life of the process. Observed with a
 * server that was stopped, continued and ended.
 * @returns a function that ends the watchdog
 */
export function watchHeartbeats(client: MongoClient, limitMs = checkTimeoutMs): () => void {
  /** By the server's address. */
  const checks = new Map<string, NodeJS.Timeout>();
  let hasEnded = false;
  const isEnded = (): boolean => hasEnded;

  function checkEnded({ connectionId }: Pick<ServerHeartbeatStartedEvent, 'connectionId'>): void {
    clearTimeout(checks.get(connectionId));
    checks.delete(connectionId);
  }

  function checkStarted(event: ServerHeartbeatStartedEvent): void {
    checkEnded(event);
    checks.set(event.connectionId, setTimeout(() => void reconnect(), limitMs).unref());
  }

  function clearAll(): void {
    for (const connectionId of [...checks.keys()]) checkEnded({ connectionId });
  }

  async function reconnect(): Promise<void> {
    clearAll();
    await client.close().catch(() => undefined);
    while (!isEnded())
      try {
        await client.connect();
        // The watchdog was ended during the reconnection, so only this function can close the client.
        if (isEnded()) await client.close();
        return;
      } catch {
        await delay(reconnectMs);
      }
  }

  client
    .on('serverHeartbeatStarted', checkStarted)
    .on('serverHeartbeatSucceeded', checkEnded)
    .on('serverHeartbeatFailed', checkEnded);
  return () => {
    hasEnded = true;
    clearAll();
  };
}
