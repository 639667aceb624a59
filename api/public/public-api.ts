import type { FastifyPluginAsync } from 'fastify';
import { accountExportRoute } from '../accounts/account-export.ts';
import { keyRoutes } from '../accounts/keys.ts';
import { ownAccountRoutes } from '../accounts/own-account.ts';
import type { ApiDeps } from '../api-deps.ts';
import { authenticate } from '../auth/authentication.ts';
import { handleErrors } from '../errors/error-handlers.ts';
import { fileRoutes } from '../files/files.ts';
import { resumableUploads } from '../files/resumable-uploads.ts';
import { takeAnyBody, uploadRoute } from '../files/uploads.ts';
import { answerRoutes } from '../forms/answers.ts';
import { embeddingRoutes } from '../forms/embedding.ts';
import { formCreation } from '../forms/form-creation.ts';
import { refuseOtherMethods } from '../http/method-not-allowed.ts';
import { keepPrivate } from '../http/security-headers.ts';
import type { Rates } from '../limits/rates.ts';
import { memberRoutes } from '../members/members.ts';
import { noticeRoutes } from '../members/notices.ts';
import { publicMount } from '../mount.ts';
import { paymentRoutes } from '../payments/payments.ts';
import { paymentProviderRoutes } from '../payments/providers.ts';
import { pictureRoutes, pictureUpload, takePictures } from '../pictures/pictures.ts';
import { openCursors } from '../requests/cursors.ts';
import { openPaging } from '../requests/paging.ts';
import { honourIdempotencyKeys } from '../requests/repeats.ts';
import { revokedLinkRoutes } from '../submissions/revoked-links.ts';
import { submissionChangeRoutes } from '../submissions/submission-changes.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
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
    keepPrivate(app);
    honourIdempotencyKeys(app, deps);
    const api = publicMount(app);
    formRoutes(api, deps, paging);
    formCreation(api, deps);
    answerRoutes(api, deps);
    ownAccountRoutes(api, deps);
    keyRoutes(api, deps, paging);
    memberRoutes(api, { ...deps, rates });
    noticeRoutes(api, deps, paging);
    embeddingRoutes(api, deps);
    accountExportRoute(api, deps);
    submissionRoutes(api, deps, paging);
    submissionChangeRoutes(api, deps);
    revokedLinkRoutes(api, deps);
    paymentRoutes(api, deps);
    paymentProviderRoutes(api, deps);
    webhookRoutes(api, deps, paging);
    pictureRoutes(api, deps);
    fileRoutes(api, deps, paging);
    await app.register(async (files) => {
      takeAnyBody(files);
      uploadRoute(publicMount(files), deps);
      resumableUploads(files, deps);
    });
    await app.register(async (pictures) => {
      takePictures(pictures);
      pictureUpload(publicMount(pictures), deps);
    });
    refuseTheRest();
  };
