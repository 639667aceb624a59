import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import type { Random } from './random.ts';

type Exchange = Awaited<ReturnType<WebhookClient['post']>>;

const minute = 60_000;
const hour = 60 * minute;
const timeoutMs = 10_000;

/** How a receiver behaves for a while, with how likely that is and how long it lasts on average. */
const moods = {
  well: { weight: 14, lastsMs: 30 * hour },
  flapping: { weight: 4, lastsMs: 12 * hour },
  failing: { weight: 4, lastsMs: 20 * hour },
  hanging: { weight: 2, lastsMs: 8 * hour },
  unreachable: { weight: 4, lastsMs: 90 * hour },
  throttling: { weight: 5, lastsMs: 6 * hour },
  refusing: { weight: 1, lastsMs: 2 * hour },
  gone: { weight: 0.3, lastsMs: 2 * hour },
} as const;
export type Mood = keyof typeof moods;

/** The receivers of all destinations. */
export interface Receivers {
  /** What one of them makes of a request. */
  receive(destinationId: string): Promise<Exchange>;
  /** From now on it behaves so, for good. */
  fix(destinationId: string, mood: Mood): void;
}

export function openReceivers(random: Random, now: () => number): Receivers {
  const known = new Map<string, { mood: Mood; until: number }>();

  function nextMood(): Mood {
    const names = Object.keys(moods) as Mood[];
    const all = names.flatMap((name) => Array<Mood>(Math.ceil(moods[name].weight * 10)).fill(name));
    return random.pick(all);
  }

  function moodOf(id: string): Mood {
    const last = known.get(id);
    if (last && last.until > now()) return last.mood;
    const mood = nextMood();
    known.set(id, { mood, until: now() + random.wait(moods[mood].lastsMs) });
    return mood;
  }

  async function respond(
    status: number,
    maxMs: number,
    retryAfterMs: number | null = null,
  ): Promise<Exchange> {
    const durationMs = random.between(2, maxMs);
    await delay(durationMs);
    // Told in the body as well, where the laws find it.
    const excerpt = retryAfterMs === null ? '' : String(retryAfterMs);
    return { outcome: { kind: 'response', status, excerpt }, durationMs, retryAfterMs };
  }

  async function fail(errorClass: 'timeout' | 'network', durationMs: number): Promise<Exchange> {
    await delay(durationMs);
    return { outcome: { kind: 'error', errorClass, message: '' }, durationMs, retryAfterMs: null };
  }

  async function receive(destinationId: string): Promise<Exchange> {
    const mood = moodOf(destinationId);
    switch (mood) {
      case 'well':
        return respond(random.chance(0.9) ? 200 : 204, 300);
      case 'flapping':
        return respond(random.chance(0.5) ? 200 : 503, 1_500);
      case 'failing':
        return respond(random.pick([500, 502, 503, 408]), 500);
      case 'hanging':
        return fail('timeout', timeoutMs);
      case 'unreachable':
        return fail('network', random.between(1, 3_000));
      case 'throttling':
        return respond(random.pick([429, 429, 425, 404]), 50, random.between(0, 30) * hour);
      case 'refusing':
        return respond(random.pick([400, 302, 404]), 100);
      case 'gone':
        return respond(410, 100);
      default:
        return mood satisfies never;
    }
  }

  return { receive, fix: (id, mood) => void known.set(id, { mood, until: Infinity }) };
}
