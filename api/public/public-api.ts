import type { FastifyPluginAsync } from 'fastify';
import type { ApiDeps } from '../api-deps.ts';
import { authenticate } from '../auth/authentication.ts';
import { openCursors } from '../requests/cursors.ts';
import { handleErrors } from '../errors/error-handlers.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { openPaging } from '../requests/paging.ts';
import type { Rates } from '../limits/rates.ts';
import { formRoutes } from './forms.ts';
import { submissionRoutes } from './submissions.ts';

/** The public API. */
export const publicApi =
  (deps: ApiDeps, rates: Rates): FastifyPluginAsync =>
  async (app) => {
    const refuseTheRest = refuseOtherMethods(app);
    const paging = openPaging(deps, openCursors(deps.cursorKey, deps.otherCursorKeys));
    // Runs before the body is read, and also for unknown paths.
    app.addHook('onRequest', authenticate(deps, rates));
    handleErrors(app);
    await app.register(formRoutes(deps, paging));
    await app.register(submissionRoutes(deps, paging));
    refuseTheRest();
  };
