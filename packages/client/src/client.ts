import type { components, paths } from './formlog.d.ts';
import type { Answer, Input, Item, ListPath, Method, PathOf } from './operations.ts';

type Failure = components['schemas']['Error'];

/** A request that the service refused, with its error. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly error: Failure['error'];

  constructor({ error }: Failure) {
    super(`${error.code}: ${error.message} (request ${error.request_id})`);
    this.error = error;
  }
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** An operation's input, whatever the operation. */
interface AnyInput {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly body?: unknown;
}

/** An input, which may be left out where an operation requires none of it. */
type Optional<I> = Partial<I> extends I ? [input?: I] : [input: I];

/** A client of one API key or operator's token. It reads its own writes: each GET waits for the client's last write. */
export class FormlogClient {
  readonly #baseUrl: string;
  readonly #key: string;
  /** The position in the log of the last write. */
  #position: bigint | null = null;

  /** @param baseUrl such as `http://127.0.0.1:8080` */
  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#key = key;
  }

  /**
   * Calls an operation: `client.request('get', '/api/public/v1/forms/{id}', { path: { id } })`.
   * @throws Refused for an answer of 400 and above; TypeError when the service cannot be reached
   */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...[input]: Optional<Input<paths[P][M]>>
  ): Promise<Answer<paths[P][M]>> {
    // The service keeps to its description, which the types are generated from.
    return this.#send(method, path, input ?? {}) as Promise<Answer<paths[P][M]>>;
  }

  /**
   * Reads a list to its end, page by page.
   * @throws Refused, TypeError as `request`
   */
  async *list<P extends ListPath>(
    path: P,
    ...[input]: Optional<Input<paths[P]['get']>>
  ): AsyncGenerator<Item<P>> {
    const given: AnyInput = input ?? {};
    let cursor = given.query?.['cursor'];
    do {
      const query = { ...given.query, ...(cursor !== undefined && { cursor }) };
      const page = (await this.#send('get', path, { ...given, query })) as ItemPage<Item<P>>;
      yield* page.data;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async #send(
    method: string,
    path: string,
    { path: names, query, header, body }: AnyInput,
  ): Promise<unknown> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names?.[name])));
    const response = await fetch(this.#baseUrl + filled + queryString(query), {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${this.#key}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'get' && this.#position !== null && { 'x-read-after': String(this.#position) }),
        ...textsOf(header),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const position = BigInt(response.headers.get('x-log-position') ?? 0);
    if (position > (this.#position ?? 0n)) this.#position = position;
    const isJson = /^application\/json/.test(response.headers.get('content-type') ?? '');
    const answer: unknown = isJson ? await response.json() : (await response.text()) || null;
    if (!response.ok) throw new Refused(answer as Failure);
    return answer;
  }
}

interface ItemPage<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

const textsOf = (values: Values = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

function queryString(query: Values | undefined): string {
  const text = new URLSearchParams(textsOf(query)).toString();
  return text && `?${text}`;
}
