import Type, { type Static } from 'typebox';
import { Nullable } from '../../../../api/contract/values.ts';
import type { Api } from '../../client/api.ts';
import type { Call } from '../../client/client.ts';
import { listOf } from '../../client/response-schema.ts';
import { SubmissionItem } from './submission-item.ts';

const SearchedPage = Type.Object({
  ...listOf(SubmissionItem).properties,
  coverage: Type.Optional(
    Nullable(Type.Object({ long_answers_back_to: Type.Optional(Nullable(Type.String())) })),
  ),
});

interface Found {
  readonly items: readonly Static<typeof SubmissionItem>[];
  /** The answers that were not searched; null if all were. */
  readonly note: string | null;
}

const pageSize = 100;

/** Reads the first submissions that a search finds: its pages go on where they are empty. */
export async function searchSubmissions(
  api: Api,
  path: string,
  query: Call['query'],
  limit: number,
): Promise<Found> {
  const items: Static<typeof SubmissionItem>[] = [];
  let cursor: string | undefined;
  let longAnswersBackTo: string | null = null;
  do {
    const count = Math.min(pageSize, limit - items.length);
    const {
      data,
      next_cursor: next,
      coverage,
    } = await api.get(path, SearchedPage, {
      ...query,
      limit: count,
      cursor,
    });
    items.push(...data);
    longAnswersBackTo ??= coverage?.long_answers_back_to ?? null;
    cursor = next ?? undefined;
  } while (cursor !== undefined && items.length < limit);
  const note =
    longAnswersBackTo === null
      ? null
      : `Submissions before ${longAnswersBackTo} with many words were searched by the words of their shorter answers. ` +
        `Search all of their words with --until ${longAnswersBackTo}.`;
  return { items: items.slice(0, limit), note };
}
