import { once } from 'node:events';
import type { Logger } from 'pino';
import type { StallWatch } from '../../async/stall-watch.ts';
import { createTransientMap } from '../../async/transient-map.ts';
import { SecretUnreadable } from '../../commands/secret-box.ts';
import type { SealedSecret } from '../../domain/destination/events.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { FormDefinitions } from '../../log/form-definitions.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { AttemptRequest, Bus, Reply } from '../bus/bus.ts';
import { type AttemptDeps, makeAttempt } from './attempt.ts';
import type { Guard } from './guard.ts';
import { probeAppends } from './probe-appends.ts';
import { openRecording } from './recording.ts';
import { openSourceEventCache } from './source-event-cache.ts';

export interface WorkerDeps extends Omit<AttemptDeps, 'recording'> {
  readonly guard: Pick<Guard, 'post' | 'withdraw'>;
  readonly log: Pick<EventLog, 'readEvent' | 'append'>;
  readonly definitions: FormDefinitions;
  readonly bus: Pick<Bus, 'serve'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /**
   * The highest number of concurrent attempts, with those that wait for their turn; beyond it the worker
   * replies `busy`.
   */
  readonly concurrency?: number;
  /** Watches for attempts that stand still. */
  readonly watch?: StallWatch['watch'];
  /** How long an attempt may take, in milliseconds. */
  readonly attemptLimitMs?: number;
}

/** Makes the attempts that the scheduler requests until the signal; then waits for those in progress. */
export async function runWorker(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  const { bus, log, logger, concurrency = 512 } = deps;
  const sourceOf = openSourceEventCache(log, deps.definitions);
  const making = {
    ...deps,
    secrets: cachingSecrets(deps.secrets),
    recording: openRecording(
      () => probeAppends(log),
      signal,
      () => deps.guard.withdraw(),
    ),
  };
  const inProgress = createTransientMap<string, Promise<Reply>>();
  /** Missing master keys that have been logged. */
  const lacking = new Set<string>();

  function replyUnreadable({ keyId, message }: SecretUnreadable): Reply {
    if (!deps.secrets.keyIds.includes(keyId) && !lacking.has(keyId)) {
      lacking.add(keyId);
      logger.warn({ masterKey: keyId }, 'this worker lacks a master key; other workers sign in its place');
    }
    return { result: 'unopened', keyId, reason: message };
  }

  async function attempt(request: AttemptRequest): Promise<Reply> {
    try {
      return await makeAttempt(making, sourceOf, request);
    } catch (error) {
      // An attempt for an erased stream is neither sent nor recorded.
      if (error instanceof StreamErased) return { result: 'stale' };
      if (error instanceof SecretUnreadable) return replyUnreadable(error);
      logger.error(
        { err: error, delivery: request.deliveryId, attempt: request.attempt },
        'attempt not made',
      );
      return { result: 'failed' };
    }
  }

  async function handle(request: AttemptRequest): Promise<Reply> {
    const name = `${request.deliveryId} ${request.attempt}`;
    const known = inProgress.get(name);
    if (known) return known;
    if (inProgress.size >= concurrency) return { result: 'busy' };
    const made = attempt(request).finally(() => void inProgress.take(name));
    inProgress.set(name, made);
    return made;
  }

  if (signal.aborted) return;
  const service = bus.serve(handle, deps.secrets.keyIds);
  function* inHand() {
    for (const [name] of inProgress.entries()) yield [`attempt ${name}`, null] as const;
  }
  const unwatch = deps.watch?.('worker', inHand, { leastMs: deps.attemptLimitMs ?? 0 });
  await once(signal, 'abort');
  unwatch?.();
  await service.stop();
  await Promise.all(inProgress.values());
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
