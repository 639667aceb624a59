import { append, systemEvent } from '../appending/write.ts';
import { streamState } from '../reading/pages.ts';
import type { Change, Store } from '../storage/store.ts';

const points = '$scavengePoints';
const history = '$scavenges';
const linkType = '$>';
/** As in the real server: a month, in seconds. */
const historyMaxAge = 30 * 24 * 3600;

/** The events that a node writes about its scavenges, as the real server does. */
export function openScavengeLog(store: Store, node: () => string) {
  /** An event of a scavenge, and its link in the list of all scavenges. */
  async function record(id: string, type: string, details: object): Promise<void> {
    const stream = `${history}-${id}`;
    const data = { scavengeId: id, nodeEndpoint: node(), ...details };
    await store.commit((change) => {
      keepForAMonth(change, history);
      keepForAMonth(change, stream);
      const written = append(change, stream, 'any', [systemEvent(type, true, json(data))]);
      if (written.kind !== 'written') return;
      const link = Buffer.from(`${written.revision}@${stream}`);
      append(change, history, 'any', [systemEvent(linkType, false, link)]);
    });
  }

  return {
    started: (id: string) => record(id, '$scavengeStarted', {}),
    completed: (id: string, result: 'Success' | 'Stopped' | 'Errored' | 'Interrupted', details: object) =>
      record(id, '$scavengeCompleted', { result, ...details }),
    /** The number of the newest scavenge point; -1 for none. */
    newestPoint(): number {
      const head = streamState(store, points);
      return typeof head === 'string' ? -1 : head.last;
    },
    /** Writes a scavenge point after the newest one. @returns its number */
    addPoint(): Promise<number> {
      return store.commit((change) => {
        // The real server omits a threshold of 0.
        const written = append(change, points, 'any', [systemEvent('$scavengePoint', true, json({}))]);
        if (written.kind !== 'written') throw new Error(`no scavenge point was written: ${written.kind}`);
        return written.revision;
      });
    },
  };
}
export type ScavengeLog = ReturnType<typeof openScavengeLog>;

function keepForAMonth(change: Change, stream: string): void {
  const head = change.head(stream);
  if (head?.settings.maxAge === historyMaxAge) return;
  const settings = systemEvent('$metadata', true, json({ $maxAge: historyMaxAge }));
  append(change, `$$${stream}`, 'any', [settings]);
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
