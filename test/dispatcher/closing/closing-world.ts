import { pino } from 'pino';
import { type AccountEraserDeps, runAccountEraser } from '../../../dispatcher/closing/account-eraser.ts';
import { eventually } from '../../support/eventually.ts';
import { moveTo } from '../../support/move-to.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Everything that the read store holds: of each collection, each document as BSON types by id. */
export type StoredDocuments = ReadonlyMap<string, ReadonlyMap<string, object>>;

/** Collections of leases, sessions and marks, which change by themselves. */
const ofTheService =
  /^_(?:sessions|checkpoints|time_marks|models|complete|rates|key_use|log_members|scavenges|replies)$/;

export async function documentsIn({ store }: Pick<TestService, 'store'>): Promise<StoredDocuments> {
  const names = (await store.names()).filter((name) => !ofTheService.test(name)).sort();
  const found = new Map<string, ReadonlyMap<string, object>>();
  for (const name of names) {
    const documents = await store.collection<{ _id: string }>(name).find().sort({ _id: 1 }).toArray();
    found.set(name, new Map(documents.map((one) => [one._id, one])));
  }
  return found;
}

/** A service with the eraser of accounts beside it, over stores of its own. */
export async function openClosingWorld() {
  const service = await startService();
  const { parts, log } = service;

  /** The disable policy reads everything that was deleted, as the dispatcher would. */
  async function countFailures(): Promise<void> {
    const lease = await parts.leases.acquire('health@1');
    await moveTo(lease, (await log.head()) ?? 0n);
    await lease?.release();
  }

  const depsWith = (changed: Partial<AccountEraserDeps>): AccountEraserDeps => ({
    ...parts,
    ...parts.commands,
    scavenges: parts.logMembers,
    logger: pino({ level: 'silent' }),
    settleMs: 0,
    ...changed,
  });

  /** Runs the eraser until a condition holds, or it fails. */
  async function eraseUntil(
    what: string,
    condition: () => Promise<boolean>,
    changed: Partial<AccountEraserDeps> = {},
  ): Promise<void> {
    const over = new AbortController();
    const running = runAccountEraser(depsWith(changed), over.signal);
    try {
      await eventually(
        what,
        async () => {
          await countFailures();
          return condition();
        },
        60_000,
      );
    } finally {
      over.abort();
      await running;
    }
  }

  const statusOf = async (accountId: string) =>
    (await service.admin('GET', `/accounts/${accountId}/closing`)).at('status');

  return {
    service,
    eraseUntil,
    statusOf,
  };
}

export type ClosingWorld = Awaited<ReturnType<typeof openClosingWorld>>;
