import { inParallel } from '../../async/in-parallel.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { AppendTooLarge, StreamErased } from '../../log/log-errors.ts';
import type { Refusal } from '../refusal.ts';
import { createSubmission } from './create-submission.ts';

/** A submission that was made elsewhere, or at another time. */
export interface ImportedSubmission {
  /** Names the submission among those that are imported into the form: each is created once, however often it is imported. */
  readonly key: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** When it was made, ISO 8601 in UTC. */
  readonly madeAt: string;
}

/** What became of an imported submission: created, in this request or before, or refused for what it holds. */
export type ImportOutcome =
  | { readonly id: string; readonly replayed: boolean }
  | {
      readonly refused:
        | Extract<Refusal, { code: 'invalid_request' | 'idempotency_mismatch' }>
        | 'too_large'
        | 'erased'
        | 'in_future';
    };

interface Imported {
  /** An outcome for each submission, in order. */
  readonly outcomes: readonly ImportOutcome[];
  /** The log position of the last of them. */
  readonly position: bigint | null;
}

const parallel = 16;

/** How far the clock of a client may be ahead, in milliseconds. */
const clockSkewMs = 60_000;

/**
 * Imports submissions into a form of the context's account, published or not. A submission that cannot be taken does not keep the
 * others from being imported.
 * @returns the outcomes; or a refusal that meets all submissions, after which some may have been imported
 */
export async function importSubmissions(
  deps: Parameters<typeof createSubmission>[0],
  { formId, submissions }: { readonly formId: string; readonly submissions: readonly ImportedSubmission[] },
  // Each row has a key of its own.
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<Imported, Refusal>> {
  const outcomes: ImportOutcome[] = [];
  let position: bigint | null = null;
  const stopped: { by: Refusal | null } = { by: null };
  const latest = deps.now().getTime() + clockSkewMs;
  await inParallel(parallel, [...submissions.entries()], async ([index, { key, answers, madeAt }]) => {
    if (stopped.by) return;
    if (Date.parse(madeAt) > latest) {
      outcomes[index] = { refused: 'in_future' };
      return;
    }
    const request = {
      formId,
      answers,
      madeAt,
      source: 'api',
      idempotencyKey: `import ${formId} ${key}`,
    } as const;
    const outcome = await unlessRefused(() => createSubmission(deps, request, context));
    if ('refused' in outcome) outcomes[index] = outcome;
    else if (outcome.ok) {
      const { submission, replayed, position: at } = outcome.value;
      if (at !== null && (position === null || at > position)) position = at;
      outcomes[index] = { id: submission.submissionId, replayed };
    } else if (outcome.error.code === 'invalid_request' || outcome.error.code === 'idempotency_mismatch')
      outcomes[index] = { refused: outcome.error };
    else stopped.by ??= outcome.error;
  });
  return stopped.by ? err(stopped.by) : ok({ outcomes, position });
}

/** Catches what only one submission fails by. */
async function unlessRefused<T>(
  create: () => Promise<T>,
): Promise<T | Extract<ImportOutcome, { refused: unknown }>> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof AppendTooLarge) return { refused: 'too_large' };
    if (error instanceof StreamErased) return { refused: 'erased' };
    throw error;
  }
}
