import type { WebDeps } from '../../../web-deps.ts';
import type { Routes } from '../../parts/routes.ts';
import type { YouParts } from '../own-password.ts';
import { beginRoutes } from './begin.ts';
import { callbackRoute } from './callback.ts';
import { linkRoutes } from './link.tsx';

type Deps = Pick<
  WebDeps,
  | 'aggregates'
  | 'log'
  | 'logger'
  | 'newId'
  | 'now'
  | 'openid'
  | 'publicUrl'
  | 'secrets'
  | 'sessionKeys'
  | 'spentTokens'
>;

/** Signing in with an OpenID provider, and linking accounts there. */
export function openIdPages(app: Routes, deps: Deps, parts: YouParts): void {
  beginRoutes(app, deps, parts);
  callbackRoute(app, deps, parts);
  linkRoutes(app, deps, parts.rates);
}
