import type { Json } from '../support/json-schema.ts';
import type { Ids, Operation } from '../support/operations.ts';
import type { RawRequest } from './exchange.ts';

/** A request, and which answers it may get. */
export interface FuzzRequest {
  readonly method: string;
  /** The operation whose documented statuses apply; null where something else may answer. */
  readonly operation: Operation | null;
  readonly isApi: boolean;
  readonly raw: RawRequest;
}

/** A page of the console or a public form, with the names of the fields that it sends. */
export interface Page {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly fields: readonly string[];
}

/** What requests are made of. */
export interface FuzzTargets {
  readonly document: Json;
  readonly operations: readonly Operation[];
  readonly ids: Ids;
  readonly pages: readonly Page[];
  /** Credentials of the public API, the admin API and the console. */
  readonly key: string;
  readonly token: string;
  readonly cookie: string;
  readonly formToken: string;
}
