import type { FastifyPluginAsync } from 'fastify';
import { openCursors } from '../../api/requests/cursors.ts';
import { toApiError } from '../../api/errors/errors.ts';
import type { Rates } from '../../api/limits/rates.ts';
import { answerErrorPage } from '../parts/error-page.tsx';
import type { WebDeps } from '../web-deps.ts';
import { askPage } from './ask.tsx';
import { accountPage } from './accounts/account.tsx';
import { accountPages } from './accounts/accounts.tsx';
import { keyPages } from './accounts/keys.tsx';
import { deliveryCancellation } from './deliveries/cancel.tsx';
import { deliveryPage } from './deliveries/delivery.tsx';
import { deliveryPages } from './deliveries/deliveries.tsx';
import { destinationChanges } from './destinations/changes.tsx';
import { newDestinationPage } from './destinations/configure.tsx';
import { destinationPage } from './destinations/destination.tsx';
import { destinationPages } from './destinations/destinations.tsx';
import { editDestinationPage } from './destinations/edit.tsx';
import { destinationSecretPage } from './destinations/secret.tsx';
import { templateDownload } from './destinations/template.tsx';
import { formEditor } from './forms/editor.tsx';
import { formPage } from './forms/form.tsx';
import { formPages } from './forms/forms.tsx';
import { newFormPage } from './forms/new-form.tsx';
import { historyPages } from './history/history.tsx';
import { historySearch } from './history/search.tsx';
import { eventPage } from './log/event.tsx';
import { logPage } from './log/log.tsx';
import { overviewPage } from './overview/overview.tsx';
import { openPager } from './pager.ts';
import { waitForWrites } from './read-your-writes.ts';
import { buildActions } from './projections/builds.tsx';
import { parkedPages } from './projections/parked.tsx';
import { projectionPage } from './projections/projection.tsx';
import { projectionPages } from './projections/projections.tsx';
import { realignAction } from './projections/realignment.tsx';
import { replayPage } from './projections/replay.tsx';
import { decorateCookies } from './session/cookies.ts';
import { sessionPage } from './session/session.tsx';
import { openSessions } from './session/sessions.ts';
import { newRecoveryPage } from './recoveries/new-recovery.tsx';
import { recoveryPages } from './recoveries/recoveries.tsx';
import { recoveryPage } from './recoveries/recovery.tsx';
import { submissionPage } from './submissions/submission.tsx';
import { submissionPages } from './submissions/submissions.tsx';
import { askToSignIn, signInRoutes } from './session/sign-in.tsx';
import { admitVisitors } from './session/visitor.ts';

/** The console: pages for operators, auditors and analysts, and for the holders of API keys. */
export const consolePages =
  (deps: WebDeps, rates: Rates): FastifyPluginAsync =>
  async (app) => {
    const sessions = openSessions(deps);
    const pager = openPager(openCursors(deps.cursorKey, deps.otherCursorKeys));
    app.setErrorHandler((error, request, reply) =>
      toApiError(error).code === 'missing_key'
        ? askToSignIn(request, reply)
        : answerErrorPage(error, request, reply),
    );
    decorateCookies(app, deps);
    admitVisitors(app, deps, rates, sessions);
    waitForWrites(app, deps);
    await app.register(signInRoutes(deps, rates, sessions));
    await app.register(sessionPage(sessions));
    await app.register(askPage);
    await app.register(overviewPage(deps));
    await app.register(formPages(deps, pager));
    await app.register(newFormPage(deps));
    await app.register(formPage(deps));
    await app.register(formEditor(deps));
    await app.register(submissionPages(deps, pager));
    await app.register(submissionPage(deps));
    await app.register(destinationPages(deps, pager));
    await app.register(newDestinationPage(deps));
    await app.register(templateDownload(deps));
    await app.register(destinationPage(deps));
    await app.register(editDestinationPage(deps));
    await app.register(destinationSecretPage(deps));
    await app.register(destinationChanges(deps));
    await app.register(deliveryPages(deps, pager));
    await app.register(deliveryPage(deps));
    await app.register(deliveryCancellation(deps));
    await app.register(recoveryPages(deps, pager));
    await app.register(newRecoveryPage(deps));
    await app.register(recoveryPage(deps));
    await app.register(historyPages(deps));
    await app.register(historySearch(deps));
    await app.register(logPage(deps));
    await app.register(eventPage(deps));
    await app.register(projectionPages(deps));
    await app.register(projectionPage(deps));
    await app.register(buildActions(deps));
    await app.register(parkedPages(deps));
    await app.register(replayPage(deps));
    await app.register(realignAction(deps));
    await app.register(accountPages(deps, pager));
    await app.register(accountPage(deps));
    await app.register(keyPages(deps));
  };
