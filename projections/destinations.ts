import type { DisableReason, SignatureScheme, WebhookKind } from '../domain/destination/events.ts';
import { idAfter, type Projection } from './projection.ts';

export type DestinationDocument = Readonly<{
  account_id: string;
  label: string;
  url: string;
  events: readonly WebhookKind[];
  /** Null: all forms of the account. */
  form_id: string | null;
  /** Empty: all questions. */
  included_questions: readonly string[];
  signature: SignatureScheme;
  /** Requests under way at once, at most. */
  concurrency: number;
  /** Requests begun in a second, at most; null: no limit. */
  rate_per_second: number | null;
  enabled: boolean;
  disabled_because: DisableReason | null;
  created_at: string;
  updated_at: string;
}>;

/** Each destination as it is now, without its secrets; a removed one is gone. */
export const destinations: Projection<DestinationDocument> = {
  name: 'destinations',
  version: 2,
  streamPrefixes: ['destination-'],
  indexes: [{ keys: { account_id: 1, created_at: -1, _id: -1 } }],
  key: ({ stream }) => idAfter('destination-', stream),
  on: {
    DestinationConfigured: (_, { event }) => {
      const { accountId, settings, enabled, at } = event.data;
      return {
        account_id: accountId,
        label: settings.label,
        url: settings.url,
        events: settings.events,
        form_id: settings.formId,
        included_questions: settings.includedQuestions,
        signature: settings.signature,
        concurrency: settings.concurrency,
        rate_per_second: settings.ratePerSecond,
        enabled,
        disabled_because: null,
        created_at: at,
        updated_at: at,
      };
    },
    DestinationEnabled: (doc, { event }) =>
      doc && { ...doc, enabled: true, disabled_because: null, updated_at: event.data.at },
    DestinationDisabled: (doc, { event }) =>
      doc && { ...doc, enabled: false, disabled_because: event.data.reason, updated_at: event.data.at },
    DestinationSecretRotated: (doc, { event }) => doc && { ...doc, updated_at: event.data.at },
    DestinationRemoved: () => null,
  },
};
