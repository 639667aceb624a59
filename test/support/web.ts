import type { TestResponse } from './injected-requests.ts';
import type { TestService } from './service.ts';

/** A browser's view of an answer. */
export interface PageAnswer extends TestResponse {
  /** Where a redirect leads. */
  readonly location: string | undefined;
}

/** A browser without script: it keeps cookies, follows no redirect by itself, and fills in forms. */
export interface Visit {
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** Sends a form of a page of this service, with the session's token unless the fields have another. */
  post(
    url: string,
    fields?: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer>;
  /** Sends a form with files, by the names of their controls. */
  postFiles(
    url: string,
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, Buffer>>,
  ): Promise<PageAnswer>;
  /** The cookies that the browser has. */
  readonly cookies: ReadonlyMap<string, string>;
}

export const origin = 'https://forms.example';

/** A request of a browser. */
export interface PageRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A service that answers requests, in this process or over the network. */
export interface Requested {
  inject(request: PageRequest): Promise<TestResponse>;
}

/** Opens a browser without a session. @param held the cookies that it has already, by name */
export function openVisit(service: Requested, held: Readonly<Record<string, string>> = {}): Visit {
  const cookies = new Map(Object.entries(held));
  let token = '';

  async function request(
    options: Omit<PageRequest, 'headers'>,
    headers: Readonly<Record<string, string>>,
  ): Promise<PageAnswer> {
    const answer = await service.inject({
      ...options,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
    });
    for (const line of answer.cookies) {
      if (line.value === '') cookies.delete(line.name);
      else cookies.set(line.name, encodeURIComponent(line.value));
    }
    token = /name="_token" value="([^"]+)"/.exec(answer.text)?.[1] ?? token;
    return { ...answer, location: answer.header('location') };
  }

  return {
    cookies,
    get: (url, headers = {}) => request({ method: 'GET', url }, headers),
    post(url, fields = {}, headers = {}) {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries({ _token: token, ...fields }))
        for (const each of [value].flat()) body.append(name, each);
      return request(
        { method: 'POST', url, payload: body.toString() },
        { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers },
      );
    },
    async postFiles(url, fields, files) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ _token: token, ...fields })) form.append(name, value);
      for (const [name, bytes] of Object.entries(files))
        form.append(name, new Blob([Uint8Array.from(bytes)]), name);
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const payload = Buffer.from(await encoded.arrayBuffer());
      return request({ method: 'POST', url, payload }, { 'content-type': type, origin });
    },
  };
}

/** Opens a browser and signs in with a token or an API key. */
export async function signIn(service: Pick<TestService, 'inject'>, secret: string): Promise<Visit> {
  const visit = openVisit(service);
  const answer = await visit.post('/console/sign-in', { secret });
  if (answer.status !== 303) throw new Error(`could not sign in: ${answer.status} ${answer.text}`);
  const { location } = await visit.get('/console');
  if (location !== undefined) await visit.get(location);
  return visit;
}
