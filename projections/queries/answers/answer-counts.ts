import { LRUCache } from 'lru-cache';
import { timeLimit } from '../../../async/time-limit.ts';
import { audit } from '../../../domain/audit/decider.ts';
import { form as formDecider } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { Aggregates } from '../../../log/aggregates.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { fieldsOfVersions } from '../../../log/fields-of-versions.ts';
import type { AnswerQueries } from '../../read-models/submissions/answer-pages.ts';
import { type AnswerSelection, countAnswers, type CountedAnswers } from './count-answers.ts';
import { sizeOf } from './size-of-counts.ts';

/** How far a count is, in submissions. */
export interface CountProgress {
  readonly read: number;
  /** About as many are to be read. */
  readonly total: number;
}

/** A count that may be in progress. */
export type AnswerCount =
  | { readonly state: 'counted'; readonly answers: CountedAnswers }
  | {
      readonly state: 'counting';
      readonly progress: CountProgress;
      /** Any count that began since then is good enough for those who wait, in ms. */
      readonly begunMs: number;
    };

export interface CountOptions {
  /** A count is used again while it is so many ms old at most, although submissions may have arrived since; 0 by default. */
  readonly maxAgeMs?: number;
  /** A count is used again if it began at this time or later, in ms: a visitor who waits for a count gets the one that was begun for them. */
  readonly begunMs?: number | undefined;
  /** How long to wait for the count, in ms; 0 by default. */
  readonly waitMs?: number;
}

/** Counts the answers to forms, one form after the other, and keeps the counts. */
export interface AnswerCounts {
  /**
   * Returns what is counted of a selection. The count goes on when the time to wait is over, as long as it is asked for again.
   * Submissions whose erasure the log has are in no count. @throws an error of a store; null for a form that does not exist
   */
  of(selection: AnswerSelection, options?: CountOptions): Promise<AnswerCount | null>;
}

interface Deps {
  readonly queries: AnswerQueries;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly aggregates: Pick<Aggregates, 'load'>;
  /** The position that the read model of submissions has reached; null if it is not known. */
  readonly reached: () => bigint | null;
  readonly now: () => Date;
}

/** The bytes of counts that a process keeps. */
const keptBytes = 32_000_000;
/** A count that was not asked for in so many ms is ended: its visitor has left. */
const abandonedMs = 30_000;

/** What a count depends on, beside the answers: it is counted again when these change. */
interface Basis {
  readonly formRevision: number;
  /** Erasures are recorded in the stream of audits. */
  readonly auditRevision: number;
}

interface Kept extends Basis {
  readonly answers: CountedAnswers;
  readonly reached: bigint | null;
  readonly countedMs: number;
}

interface Running extends Basis {
  readonly begunMs: number;
  progress: CountProgress;
  askedMs: number;
  readonly kept: Promise<Kept>;
}

class Abandoned extends Error {}

export function openAnswerCounts({ queries, log, aggregates, reached, now }: Deps): AnswerCounts {
  const kept = new LRUCache<string, Kept>({
    maxSize: keptBytes,
    sizeCalculation: ({ answers }) => sizeOf(answers),
  });
  const running = new Map<string, Running>();
  let last: Promise<unknown> = Promise.resolve();

  async function basisOf({ accountId, formId }: AnswerSelection) {
    const [form, erasures] = await Promise.all([
      aggregates.load(formDecider, streamOf.form(formId)),
      aggregates.load(audit, streamOf.audit(accountId)),
    ]);
    if (!form.state.exists) return null;
    const { language } = form.state;
    return {
      formRevision: form.revision,
      auditRevision: erasures.revision,
      language,
      open: erasures.state.open,
    };
  }

  function begin(
    key: string,
    selection: AnswerSelection,
    basis: NonNullable<Awaited<ReturnType<typeof basisOf>>>,
  ) {
    const { formRevision, auditRevision, language, open } = basis;
    const turn = last;
    const refuseAbandoned = (): void => {
      if (performance.now() - count.askedMs > abandonedMs)
        throw new Abandoned('nothing waits for this count');
    };
    const run = async (): Promise<Kept> => {
      await turn.catch(() => undefined);
      refuseAbandoned();
      const countedMs = now().getTime();
      const at = reached();
      count.progress = { read: 0, total: await queries.answeredBy(selection) };
      const versions = await fieldsOfVersions(log, selection.formId);
      const form = { versions, language, without: open };
      const figures = await countAnswers(queries, form, selection, (read) => {
        refuseAbandoned();
        count.progress = { ...count.progress, read };
      });
      const answers = { counted_at: new Date(countedMs).toISOString(), ...figures };
      const result = { answers, reached: at, countedMs, formRevision, auditRevision };
      kept.set(key, result);
      return result;
    };
    const count: Running = {
      formRevision,
      auditRevision,
      begunMs: now().getTime(),
      progress: { read: 0, total: 0 },
      askedMs: performance.now(),
      kept: Promise.resolve().then(run),
    };
    last = count.kept;
    running.set(key, count);
    const end = () => {
      if (running.get(key) === count) running.delete(key);
    };
    count.kept.then(end, end);
    return count;
  }

  return {
    async of(selection, { maxAgeMs = 0, waitMs = 0, begunMs = Infinity } = {}) {
      const basis = await basisOf(selection);
      if (!basis) return null;
      const key = JSON.stringify(selection);
      const isCurrent = (one: Basis): boolean =>
        one.formRevision === basis.formRevision && one.auditRevision === basis.auditRevision;
      const isRecent = ({ reached: at, countedMs }: Kept): boolean =>
        (at !== null && at === reached()) || now().getTime() - countedMs <= maxAgeMs;
      const known = kept.get(key);
      if (known && (known.countedMs >= begunMs || (isCurrent(known) && isRecent(known))))
        return counted(known, basis.open);
      const present = running.get(key);
      const isJoined = present !== undefined && (present.begunMs >= begunMs || isCurrent(present));
      const count = isJoined ? present : begin(key, selection, basis);
      count.askedMs = performance.now();
      const result = await timeLimit<Kept | null>(count.kept, waitMs, () => null);
      return result
        ? counted(result, basis.open)
        : { state: 'counting', progress: count.progress, begunMs: count.begunMs };
    },
  };
}

/** Leaves out texts of submissions whose erasure began after the count. */
function counted({ answers }: Kept, erasing: { has(id: string): boolean }): AnswerCount {
  const questions = answers.questions.map((question) =>
    question.figures.type === 'words' && question.figures.latest.some(({ id }) => erasing.has(id))
      ? {
          ...question,
          figures: {
            ...question.figures,
            latest: question.figures.latest.filter(({ id }) => !erasing.has(id)),
          },
        }
      : question,
  );
  return { state: 'counted', answers: { ...answers, questions } };
}
