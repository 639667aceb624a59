import { openAggregates } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from './core-deps.ts';
import type { Plans } from './plans.ts';
import { openPublications, type Publications } from './publications.ts';
import { openQuotas, type Quotas } from '../quota/quotas.ts';
import type { SecretBox } from './secret-box.ts';

/** What commands work with. Each takes the part of it that it needs. */
export interface CommandDeps extends CoreDeps {
  readonly secrets: SecretBox;
  readonly newId: () => string;
  readonly publications: Publications;
  readonly quotas: Quotas;
  /** Submissions being created under an idempotency key at this moment, by id. */
  readonly inFlight: Set<string>;
}

export interface CommandOptions {
  readonly log: EventLog;
  readonly plans: Plans;
  readonly secrets: SecretBox;
  readonly now?: () => Date;
}

/** Makes everything that commands work with; one a process, because it remembers what it has read. */
export function openCommands({ log, plans, secrets, now = () => new Date() }: CommandOptions): CommandDeps {
  const aggregates = openAggregates(log);
  const publications = openPublications({ log, aggregates, plans, now });
  const quotas = openQuotas({ log, aggregates, plans, now });
  return { log, aggregates, plans, secrets, now, newId, publications, quotas, inFlight: new Set() };
}
