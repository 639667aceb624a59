import { mutex } from '../async/mutex.ts';
import { createTransientMap, type TransientMap } from '../async/transient-map.ts';
import { type FileAccess, noFiles } from '../files/file-access.ts';
import { openAggregates } from '../log/aggregates.ts';
import type { EventLog } from '../log/event-log.ts';
import { type FormDefinitions, openFormDefinitions } from '../log/form-definitions.ts';
import { type FormRevisions, openFormRevisions } from '../log/form-revisions.ts';
import { newId } from '../log/ids.ts';
import {
  openPlannedDeliveries,
  type PlannedDeliveries,
  type PlannedDeliveriesDeps,
} from '../log/planned-deliveries.ts';
import { type Grants, openGrants } from './account/grants.ts';
import type { Plans } from './account/plans.ts';
import type { CoreDeps } from './core-deps.ts';
import { destinationGrants } from './destination/destination-grants.ts';
import { publications } from './form/publications.ts';
import { type FormsWithSlug, openSlugs, type Slugs } from './form/slugs.ts';
import { openQuotas, type Quotas } from './quota/quotas.ts';
import type { SecretBox } from './secret-box.ts';
import type { SubmissionInProgress } from './submission/submission-outcome.ts';

/** The dependencies of the commands. Each command takes the part that it needs. */
export interface CommandDeps extends CoreDeps {
  readonly secrets: SecretBox;
  /** The contents of uploaded files. */
  readonly files: FileAccess;
  readonly newId: () => string;
  readonly definitions: FormDefinitions;
  readonly deliveries: PlannedDeliveries;
  readonly revisions: FormRevisions;
  /** The grants of forms to be published, and of destinations. */
  readonly publications: Grants;
  readonly destinationGrants: Grants;
  readonly slugs: Slugs;
  readonly quotas: Quotas;
  /**
   * Runs tasks of the same name one after the other: commands that read a stream, decide, and append at the revision
   * that they read would otherwise refuse each other again and again.
   */
  readonly exclusively: ReturnType<typeof mutex>;
  /** The submissions that this process is creating under an idempotency key, by id. */
  readonly inFlight: TransientMap<string, SubmissionInProgress>;
  /** How long a request waits for another with the same idempotency key, in milliseconds. */
  readonly duplicateWaitMs: number;
}

export interface CommandOptions {
  readonly log: EventLog;
  readonly plans: Plans;
  readonly secrets: SecretBox;
  /** The file store; by default no file can be claimed. */
  readonly files?: FileAccess;
  readonly now?: () => Date;
  /** Finds slugs that forms of earlier releases have; by default there are none. */
  readonly formsWithSlug?: FormsWithSlug;
  /** How deliveries are planned; by default only those exist that have events. */
  readonly planning?: Pick<PlannedDeliveriesDeps, 'publicUrl' | 'originOf'>;
}

const noPlanning = { publicUrl: '', originOf: () => Promise.resolve(null) };

/** Longer than most requests take, and shorter than the limit of a request. */
const duplicateWaitMs = 5_000;

/** The number of streams whose states a process keeps in memory. */
const cachedStreams = 10_000;

/** Creates the dependencies of the commands; once for each process, because they cache states. */
export function openCommands({
  log,
  plans,
  secrets,
  files = noFiles,
  now = () => new Date(),
  formsWithSlug,
  planning = noPlanning,
}: CommandOptions): CommandDeps {
  const aggregates = openAggregates(log, cachedStreams, now);
  const core = { log, aggregates, plans, now };
  const quotas = openQuotas(core);
  const inFlight = createTransientMap<string, SubmissionInProgress>();
  const definitions = openFormDefinitions(log);
  return {
    ...core,
    definitions,
    deliveries: openPlannedDeliveries({ aggregates, log, ...planning }),
    revisions: openFormRevisions(log),
    secrets,
    files,
    newId,
    publications: openGrants(core, publications),
    destinationGrants: openGrants(core, destinationGrants),
    slugs: openSlugs(core, formsWithSlug),
    quotas,
    exclusively: mutex(),
    inFlight,
    duplicateWaitMs,
  };
}
