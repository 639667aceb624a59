import type { MongoClient, ServerHeartbeatStartedEvent } from 'mongodb';
import { setTimeout as delay } from 'node:timers/promises';

/** By itself the driver gives a check 30 s, and 10 s more where the server tells of changes. */
const lostAfterMs = 45_000;
const againMs = 1_000;

/**
 * Connects a client anew when a check of its server does not end. Where a connection breaks just as the driver
 * writes to it, that seems to wait for ever for room to write (7.8; the code of 7.9 is the same). It then takes the server
 * for away as long as the process lives, since it makes one check at a time. Seen with a server that was stopped, went on
 * and ended.
 * @returns what makes an end of watching
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
        // It was closed while it connected, and nobody else would do so now.
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
