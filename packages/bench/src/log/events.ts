import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../../../log/event-log.ts';
import { newId } from '../../../../log/ids.ts';

export const streamPrefix = 'submission-';
const questions = 10;

/** A submission with ten answers, as a command appends it. */
export function newSubmission(): { readonly stream: string; readonly event: NewEvent } {
  const submissionId = newId();
  const event = {
    type: 'SubmissionCreated',
    data: {
      submissionId,
      accountId: 'bench',
      form: { id: 'form', revision: 1 },
      answers: Array.from({ length: questions }, (_, n) => `answer ${n}`),
      isComplete: true,
      source: 'api',
      at: '2026-03-01T12:00:00.000Z',
    },
  } as const;
  const metadata = {
    accountId: 'bench',
    actor: { kind: 'system', id: 'bench' },
    correlationId: 'bench',
    causationId: 'bench',
  } as const;
  return { stream: `${streamPrefix}${submissionId}`, event: { id: randomUUID(), event, metadata } };
}

/** Microseconds of CPU that this process spends on `work`, divided by `count`. */
export async function cpuOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
