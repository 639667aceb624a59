import { err, ok } from '../result.ts';
import type { AccountEvent } from './events.ts';

/** Decides about the sites whose pages may show the account's forms; null for all. */
export function changeEmbedding(
  { origins, at }: { readonly origins: readonly string[] | null; readonly at: string },
  before: readonly string[] | null,
) {
  if (JSON.stringify(origins) === JSON.stringify(before)) return ok([]);
  const problems = (origins ?? []).flatMap((origin, index) =>
    isOrigin(origin)
      ? []
      : [
          {
            path: `/origins/${index}`,
            code: 'invalid_format' as const,
            message: 'Must be an origin, such as https://www.example.com.',
          },
        ],
  );
  if (problems.length > 0)
    return err({ code: 'invalid_request', message: 'Some origins are invalid.', problems } as const);
  return ok<AccountEvent[]>([{ type: 'EmbeddingChanged', data: { origins: origins && [...origins], at } }]);
}

/**
 * Whether a text is the origin of web pages: scheme, host and perhaps a port, and nothing else. URLs permit hosts with
 * `;`, `,` and `*`, which mean something of their own in a policy for browsers.
 */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(text) &&
  URL.canParse(text) &&
  new URL(text).origin === text;
