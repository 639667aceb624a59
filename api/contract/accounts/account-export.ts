import type { Readable } from 'node:stream';
import Type from 'typebox';
import { operations } from '../operation.ts';
import { archiveType } from '../submissions/exports.ts';

const Download = Type.Unsafe<Readable>(Type.String());

export const accountExportOperations = operations('admin', 'admin: accounts', {
  exportAccount: {
    route: 'GET /accounts/:id/export',
    own: { operationId: 'exportOwnAccount', errors: ['read_model_behind'] },
    scope: 'submissions:read',
    furtherScopes: ['forms:read', 'webhooks:read'],
    summary: 'Download everything of an account',
    description:
      'A ZIP archive that `formlog accounts import` reads elsewhere: settings, members and open invitations, forms with the versions of their questions, submissions, ' +
      'files, destinations without their secrets, the delivery log and the history. Its `README.txt` describes each file, and its `manifest.json` has ' +
      'their numbers and hashes. A key needs the scopes `submissions:read`, `forms:read` and `webhooks:read`. With a key that lacks `account:write`, the archive has no ' +
      'members and invitations, and its manifest says so. If a store fails, the download is cut off and is no archive. ' +
      'Files that are missing from the store, or were changed there, are named in the manifest.',
    response: {
      200: { description: 'The archive.', content: { [archiveType]: { schema: Download } } },
    },
    gives: ['Content-Disposition'],
    errors: ['conflict', 'read_model_behind'],
    examples: { answers: [] },
  },
});
