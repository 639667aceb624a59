import type { paths } from './formlog.d.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have an operation of this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Parameters<O> = O extends { parameters: infer P } ? Omit<P, 'cookie'> : object;

type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { readonly body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { readonly body?: B }
    : { readonly body?: never };

/** The parameters of an operation (`path`, `query`, `header`) and its `body`. */
export type Input<O> = Parameters<O> & Body<O>;

type Successful<R> = R[Extract<keyof R, 200 | 201 | 202 | 204>];

type Content<R> = R extends { content: { 'application/json': infer T } }
  ? T
  : R extends { content: object }
    ? string
    : null;

/** The answer of an operation: its JSON, the text of any other type, or null without a body. */
export type Answer<O> = O extends { responses: infer R } ? Content<Successful<R>> : never;

/** A list that comes in pages. */
interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** The paths whose GET answers a page. */
export type ListPath = {
  [P in PathOf<'get'>]: [Extract<Answer<paths[P]['get']>, Page>] extends [never] ? never : P;
}[PathOf<'get'>];

/** A member of the list at a path. */
export type Item<P extends ListPath> =
  Extract<Answer<paths[P]['get']>, Page> extends { readonly data: readonly (infer T)[] } ? T : never;
