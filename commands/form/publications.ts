import { form } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { GrantKind } from '../account/grants.ts';

/** The published forms of an account. */
export const publications: GrantKind = {
  limitOf: (plan) => plan.published_forms,
  grant: (formId, limit, at) => ({ type: 'GrantPublication', formId, limit, at }),
  release: (formId, at) => ({ type: 'ReleasePublication', formId, at }),
  grantedIn: (event) => (event.type === 'PublicationGranted' ? [event.data.formId] : []),
  releasedIn: (event) => (event.type === 'PublicationReleased' ? event.data.formId : null),
  async revoke({ aggregates, now }, formId, context) {
    const stream = streamOf.form(formId);
    for (;;) {
      const { state, revision } = await aggregates.load(form, stream);
      if (state.exists && state.status === 'published') return false;
      const command = { type: 'RevokePublicationGrants', at: now().toISOString() } as const;
      if ((await aggregates.executeAt(form, stream, revision, [command], context)).ok) return true;
    }
  },
};
