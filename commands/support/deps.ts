import { openAggregates } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { newId } from '../../log/ids.ts';
import type { CoreDeps } from './core-deps.ts';
import type { Plans } from './plans.ts';
import { openPublications, type Publications } from './publications.ts';
import { openQuotas, type Quotas } from '../quota/quotas.ts';
import type { SecretBox } from './secret-box.ts';

/** The dependencies of the commands. Each command takes the part that it needs. */
export interface CommandDeps extends CoreDeps {
  readonly secrets: SecretBox;
  readonly newId: () => string;
  readonly publications: Publications;
  readonly quotas: Quotas;
  /** The ids of submissions that are being created under an idempotency key. */
  readonly inFlight: Set<string>;
}

export interface CommandOptions {
  readonly log: EventLog;
  readonly plans: Plans;
  readonly secrets: SecretBox;
  readonly now?: () => Date;
}

/** Creates the dependencies of the commands; once for each process, because they cache states. */
export function openCommands({ log, plans, secrets, now = () => new Date() }: CommandOptions): CommandDeps {
  const aggregates = openAggregates(log);
  const publications = openPublications({ log, aggregates, plans, now });
  const quotas = openQuotas({ log, aggregates, plans, now });
  return { log, aggregates, plans, secrets, now, newId, publications, quotas, inFlight: new Set() };
}
