import type { Traits } from '../behaviour.ts';
import { type CallError, shuttingDown, toCallError } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import * as failures from './batch-errors.ts';
import { type BatchRequest, readProposal, readUuid } from './batch-request.ts';
import type { AppendResponse } from './batch-responses.ts';
import type { WriteOutcome } from './expectations.ts';
import { type AppendCall, createPendingAppends, type PendingAppend } from './pending-appends.ts';
import { sizeOf, tooLargeEvent } from './proposals.ts';
import { append } from './write.ts';

/** Serves the appends of one client: their parts arrive interleaved, and each append is answered once, by its id. */
export function batchAppend(store: Store, call: AppendCall, traits: Traits, closing: AbortSignal): void {
  const appends = createPendingAppends(call);

  function receive(request: BatchRequest): void {
    const id = readUuid(request.correlationId).toString('latin1');
    const pending = appends.find(id, request);
    if (!pending) return;
    try {
      takeEvents(pending, request, traits);
    } catch (error) {
      pending.answer(failures.badRequest(toCallError(error).details));
    }
    if (pending.size > traits.maxAppendSize) pending.answer(failures.appendTooLarge(traits.maxAppendSize));
    if (!request.isFinal || pending.answered()) return;
    appends.complete(id);
    void writeAndAnswer(store, pending);
  }

  call.on('data', (request: BatchRequest) => {
    try {
      receive(request);
    } catch (error) {
      // Without an id there is no append to answer: the call fails.
      fail(toCallError(error));
    }
  });
  const stop = (): void => {
    closing.removeEventListener('abort', shutDown);
    appends.abandon();
  };
  const fail = (error: CallError): void => {
    stop();
    call.emit('error', error);
  };
  const shutDown = (): void => fail(shuttingDown());
  closing.addEventListener('abort', shutDown);
  call.on('end', () => appends.end());
  call.on('cancelled', stop);
  call.on('finish', stop);
}

function takeEvents(pending: PendingAppend, request: BatchRequest, traits: Traits): void {
  for (const proposal of request.proposals) {
    const event = readProposal(proposal);
    const size = sizeOf(event, traits);
    const tooLarge = tooLargeEvent(event, size, traits);
    if (tooLarge) return pending.answer(failures.eventTooLarge(tooLarge));
    pending.size += size;
    pending.events.push(event);
  }
}

async function writeAndAnswer(store: Store, pending: PendingAppend): Promise<void> {
  try {
    const outcome = await store.commit((change) =>
      // The client was answered with a timeout and will try again: a late write would be unexpected.
      pending.answered() ? undefined : append(change, pending.stream, pending.expected, pending.events),
    );
    if (outcome) pending.answer(answerFor(pending, outcome));
  } catch (error) {
    pending.answer(failures.unknown(toCallError(error).details));
  }
}

function answerFor(pending: PendingAppend, outcome: WriteOutcome): AppendResponse {
  if (outcome.kind === 'written') return outcome;
  if (outcome.kind === 'stream-deleted') return failures.streamDeleted(pending.stream);
  return failures.wrongExpectedVersion(pending.expected, outcome.current);
}
