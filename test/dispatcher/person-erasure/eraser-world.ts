import { pino } from 'pino';
import { type PersonEraserDeps, runPersonEraser } from '../../../dispatcher/person-erasure/person-eraser.ts';
import { eventually } from '../../support/eventually.ts';
import { moveTo } from '../../support/move-to.ts';
import type { TestService } from '../../support/service.ts';
import { documentsIn } from '../closing/closing-world.ts';

/** Everything that the log and the read store hold, also the responses to repeatable requests. */
export async function everythingIn(service: TestService): Promise<string> {
  const parts: unknown[] = [];
  for await (const { stream, data, metadata } of service.log.readStored({ from: null }))
    parts.push([stream, data, metadata]);
  for (const [name, documents] of await documentsIn(service)) parts.push([name, [...documents]]);
  parts.push(await service.store.collection('_replies').find().toArray());
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Runs the eraser of people until a condition holds, or it fails. */
export async function eraseUntil(
  { parts, log }: Pick<TestService, 'parts' | 'log'>,
  what: string,
  condition: () => Promise<boolean>,
  changed: Partial<PersonEraserDeps> = {},
): Promise<void> {
  const over = new AbortController();
  const logger = pino({ level: 'silent' });
  const base = { ...parts, ...parts.commands, scavenges: parts.logMembers, logger, settleMs: 0 };
  const running = runPersonEraser({ ...base, ...changed }, over.signal);
  try {
    await eventually(
      what,
      async () => {
        // The disable policy reads everything that was deleted, as the dispatcher would.
        const lease = await parts.leases.acquire('health@1');
        await moveTo(lease, (await log.head()) ?? 0n);
        await lease?.release();
        return condition();
      },
      60_000,
    );
  } finally {
    over.abort();
    await running;
  }
}
