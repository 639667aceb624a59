import { once } from 'node:events';
import type { Logger } from 'pino';
import type { PendingWork, StallWatch } from '../../async/stall-watch.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import { SecretUnreadable } from '../../commands/secret-box.ts';
import type { SealedSecret } from '../../domain/destination/events.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { FormDefinitions } from '../../log/form-definitions.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { AttemptRequest, Bus, Reply } from '../bus/bus.ts';
import { type AttemptDeps, makeAttempt } from './attempt.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { probeAppends } from './probe-appends.ts';
import { openSourceEventCache } from './source-event-cache.ts';
import type { WebhookClient } from './webhook-client.ts';

export interface WorkerDeps extends Omit<AttemptDeps, 'recorder'> {
  readonly client: Pick<WebhookClient, 'post' | 'cancelWaiting'>;
  readonly log: Pick<EventLog, 'readEvent' | 'readStream' | 'append'>;
  readonly definitions: FormDefinitions;
  readonly bus: Pick<Bus, 'serve'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /**
   * The highest number of concurrent attempts, with those that wait for others at their destination; beyond it the worker
   * replies `busy`.
   */
  readonly concurrency?: number;
  /** Watches for attempts that stand still. */
  readonly watch?: StallWatch['watch'];
  /** How long an attempt may take, in milliseconds. */
  readonly attemptLimitMs?: number;
}

const defaultConcurrency = 512;

/** Makes the attempts that the scheduler requests until the signal; then waits for those in progress. */
export async function runWorker(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const worker = new Worker(deps, signal);
  const service = deps.bus.serve((request) => worker.handle(request), deps.secrets.keyIds);
  const unwatch = deps.watch?.('worker', () => worker.inHand(), { minMs: deps.attemptLimitMs ?? 0 });
  await once(signal, 'abort');
  unwatch?.();
  await service.stop();
  await worker.settled();
}

/** Makes attempts, each once at a time. */
class Worker {
  readonly #deps: WorkerDeps;
  readonly #making: AttemptDeps;
  readonly #sourceOf: ReturnType<typeof openSourceEventCache>;
  readonly #inProgress = createTransientMap<string, Promise<Reply>>();
  /** Missing master keys that have been logged. */
  readonly #lacking = new Set<string>();

  constructor(deps: WorkerDeps, signal: AbortSignal) {
    const { log, client, secrets, definitions } = deps;
    const probe = () => probeAppends(log);
    const recorder = new OutcomeRecorder(probe, signal, () => client.cancelWaiting());
    this.#deps = deps;
    this.#making = { ...deps, secrets: cachingSecrets(secrets), recorder };
    this.#sourceOf = openSourceEventCache(log, definitions);
  }

  async handle(request: AttemptRequest): Promise<Reply> {
    const name = `${request.deliveryId} ${request.attempt}`;
    const known = this.#inProgress.get(name);
    if (known) return known;
    if (this.#inProgress.size >= (this.#deps.concurrency ?? defaultConcurrency)) return { result: 'busy' };
    const made = this.#attempt(request).finally(() => void this.#inProgress.take(name));
    this.#inProgress.set(name, made);
    return made;
  }

  /** Resolves once no attempt is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.#inProgress.values());
  }

  *inHand(): PendingWork {
    for (const [name] of this.#inProgress.entries()) yield [`attempt ${name}`, null];
  }

  async #attempt(request: AttemptRequest): Promise<Reply> {
    try {
      return await makeAttempt(this.#making, this.#sourceOf, request);
    } catch (error) {
      // An attempt for an erased stream is neither sent nor recorded.
      if (error instanceof StreamErased) return { result: 'stale' };
      if (error instanceof SecretUnreadable) return this.#replyUnreadable(error);
      const { deliveryId: delivery, attempt } = request;
      this.#deps.logger.error({ err: error, delivery, attempt }, 'an attempt was not made');
      return { result: 'failed' };
    }
  }

  #replyUnreadable({ keyId, message }: SecretUnreadable): Reply {
    const { secrets, logger } = this.#deps;
    if (!secrets.keyIds.includes(keyId) && !this.#lacking.has(keyId)) {
      this.#lacking.add(keyId);
      logger.warn({ masterKey: keyId }, 'this worker lacks a master key; other workers sign in its place');
    }
    return { result: 'unopened', keyId, reason: message };
  }
}

/** Opens each secret once while the cached state of its destination lives. */
function cachingSecrets(secrets: AttemptDeps['secrets']): AttemptDeps['secrets'] {
  const opened = new WeakMap<SealedSecret, string>();
  return {
    ...secrets,
    open(sealed, destinationId) {
      const plain = opened.get(sealed) ?? secrets.open(sealed, destinationId);
      opened.set(sealed, plain);
      return plain;
    },
  };
}
