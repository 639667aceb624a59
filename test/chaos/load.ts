import { setTimeout as delay } from 'node:timers/promises';
import { openRandom } from '../simulation/random.ts';
import { type Account, type Act, drawAct } from './accounts.ts';
import { ask, mayRepeat, type ServiceResponse } from './client.ts';
import type { ServiceProcess } from './processes.ts';

/** What the users of the service were answered. */
export interface Journal {
  /** The id that each submission was answered with, by its idempotency key. */
  readonly acknowledged: ReadonlyMap<string, { readonly id: string; readonly account: Account }>;
  /** What no state of the service can explain. */
  readonly unexplained: readonly string[];
  /** How many requests there were, by what they were answered. */
  readonly answers: Readonly<Record<string, number>>;
}

export interface Load {
  readonly journal: Journal;
  /** Begins nothing more, and repeats each submission until it is answered for good. */
  finish(): Promise<void>;
}

const lanes = 6;
const meanPauseMs = 40;
/** Without faults a repeated submission is answered within this. */
const finishLimitMs = 120_000;

/** Users who act side by side, each on any of the processes. */
export function startLoad(
  seed: number,
  processes: readonly ServiceProcess[],
  accounts: readonly Account[],
): Load {
  const acknowledged = new Map<string, { readonly id: string; readonly account: Account }>();
  const unexplained: string[] = [];
  const answers: Record<string, number> = {};
  const paid: string[] = [];
  let isFinishing = false;
  let finishBy = Infinity;
  let count = 0;

  function note({ key, request, account }: Act, answer: ServiceResponse): void {
    const outcome = `${request.method} ${answer.code ?? answer.status}`;
    answers[outcome] = (answers[outcome] ?? 0) + 1;
    if (answer.status === 500)
      unexplained.push(`${request.method} ${request.path} (${key}): a failure of the service`);
    if (mayRepeat(answer)) return;
    const { id } = answer.body;
    if (answer.status < 300) {
      if (key === null || id === undefined) return;
      const before = acknowledged.get(key);
      if (before && before.id !== id)
        unexplained.push(`${key} was answered with ${before.id} and with ${id}`);
      if (!before && account.plan === 'open') paid.push(id);
      acknowledged.set(key, { id, account });
    } else if (!isExplained(account, answer))
      unexplained.push(`${request.method} ${request.path} (${key}): ${answer.status} ${answer.code}`);
  }

  async function lane(index: number): Promise<void> {
    const random = openRandom(seed * 1_000 + index);
    while (!isFinishing) {
      const act = drawAct(random, accounts, paid, () => `key-${seed}-${++count}`);
      for (;;) {
        const answer = await ask(random.pick(processes), act.request);
        note(act, answer);
        // A user who got an answer may ask again as well.
        if (act.key !== null ? !mayRepeat(answer) && !random.chance(0.1) : true) break;
        if (performance.now() > finishBy) {
          unexplained.push(`${act.key} is not answered: ${answer.status} ${answer.code}`);
          break;
        }
        await delay(random.between(20, 200));
      }
      await delay(random.wait(meanPauseMs));
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return {
    journal: { acknowledged, unexplained, answers },
    async finish() {
      isFinishing = true;
      finishBy = performance.now() + finishLimitMs;
      await running;
    },
  };
}

/** The forms of all but one plan stay published, and keys stay valid: other refusals come from an old state. */
function isExplained({ plan }: Account, { code }: ServiceResponse): boolean {
  if (plan === 'few' && code === 'quota_exceeded') return true;
  return (
    plan === 'two' && (code === 'plan_limit_reached' || code === 'invalid_transition' || code === 'conflict')
  );
}
