import type { components, paths } from './formlog.d.ts';

/** A small client on top of the generated types: what is sent and what comes back is checked by the compiler. */

type Submissions = paths['/api/public/v1/submissions'];
type NewSubmission = Submissions['post']['requestBody']['content']['application/json'];
type Submission = Submissions['post']['responses'][201]['content']['application/json'];
type Answer = Submissions['get']['responses'][200]['content']['application/json'];
type Page = Extract<Answer, { data: unknown }>;
type Failure = components['responses'][keyof components['responses']]['content']['application/json'];

/** What the service refused, by its code. */
export class Refused extends Error {
  readonly error: Failure['error'];

  constructor({ error }: Failure) {
    super(`${error.code}: ${error.message} (request ${error.request_id})`);
    this.error = error;
  }
}

/**
 * A client of one key. It reads its own writes: each read waits for the last write of this client.
 * @param baseUrl such as `http://127.0.0.1:8080`
 */
export function openClient(baseUrl: string, key: string) {
  /** Where in the log the last write is. */
  let position: string | null = null;

  async function call<T>(method: string, query: string, body?: object, headers = {}): Promise<T> {
    const response = await fetch(`${baseUrl}/api/public/v1/submissions${query}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(method === 'GET' && position !== null && { 'x-read-after': position }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    position = later(position, response.headers.get('x-log-position'));
    const answer: unknown = await response.json();
    // The service keeps to its description, which is where the types come from.
    if (!response.ok) throw new Refused(answer as Failure);
    return answer as T;
  }

  return {
    /** Safe to repeat with the same `idempotencyKey`. */
    submit: (submission: NewSubmission, idempotencyKey: string) =>
      call<Submission>('POST', '', submission, { 'idempotency-key': idempotencyKey }),

    /** All submissions of a form, newest first, page by page. */
    async *submissions(formId: string): AsyncGenerator<Page['data'][number]> {
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({ form_id: formId, ...(cursor !== null && { cursor }) });
        const page: Page = await call<Page>('GET', `?${query.toString()}`);
        yield* page.data;
        cursor = page.next_cursor;
      } while (cursor !== null);
    },
  };
}

/** The later of two positions, which are numbers of up to 19 digits. */
const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && BigInt(other) > BigInt(one)) ? other : one;
