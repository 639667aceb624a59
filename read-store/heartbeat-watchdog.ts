import type { MongoClient, ServerHeartbeatStartedEvent } from 'mongodb';
import { setTimeout as delay } from 'node:timers/promises';

/** The driver limits a check to 30 s, and to 40 s with streaming checks. */
const lostAfterMs = 45_000;
const againMs = 1_000;

/**
 * Reconnects a client when a check of its server does not end. If a connection breaks just as the driver
 * writes to it, the check seems to wait for ever (7.8; the code of 7.9 is the same). Since the driver makes
 * one check at a time, it would then consider the server absent for the life of the process. Observed with a
 * server that was stopped, continued and ended.
 * @returns a function that ends the watchdog
 */
export function watchHeartbeats(client: MongoClient, limitMs = lostAfterMs): () => void {
  /** By the server's address. */
  const underWay = new Map<string, NodeJS.Timeout>();
  let isOver = false;
  const over = (): boolean => isOver;

  function ended({ connectionId }: Pick<ServerHeartbeatStartedEvent, 'connectionId'>): void {
    clearTimeout(underWay.get(connectionId));
    underWay.delete(connectionId);
  }

  function begun(event: ServerHeartbeatStartedEvent): void {
    ended(event);
    underWay.set(event.connectionId, setTimeout(() => void reconnect(), limitMs).unref());
  }

  function forgetAll(): void {
    for (const connectionId of [...underWay.keys()]) ended({ connectionId });
  }

  async function reconnect(): Promise<void> {
    forgetAll();
    await client.close().catch(() => undefined);
    while (!over())
      try {
        await client.connect();
        // The watchdog was ended during the reconnection, so only this function can close the client.
        if (over()) await client.close();
        return;
      } catch {
        await delay(againMs);
      }
  }

  client
    .on('serverHeartbeatStarted', begun)
    .on('serverHeartbeatSucceeded', ended)
    .on('serverHeartbeatFailed', ended);
  return () => {
    isOver = true;
    forgetAll();
  };
}
