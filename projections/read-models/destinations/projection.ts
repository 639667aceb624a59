import type { DisableReason, SignatureScheme, WebhookKind } from '../../../domain/destination/events.ts';
import type { ChosenFields } from '../../../domain/destination/question-choice.ts';
import { idAfter, type Projection } from '../../projection.ts';

export type DestinationDocument = Readonly<{
  account_id: string;
  label: string;
  url: string;
  events: readonly WebhookKind[];
  /** Null if the destination receives events of all forms of the account. */
  form_id: string | null;
  /** The labels by which earlier releases chose questions. */
  included_questions: readonly string[];
  /** The chosen questions by form; null without a choice by the ids of fields. */
  included_fields: readonly ChosenFields[] | null;
  signature: SignatureScheme;
  /** The highest number of concurrent requests. */
  concurrency: number;
  /** The highest number of requests started in a second; null for no limit. */
  rate_per_second: number | null;
  enabled: boolean;
  disabled_because: DisableReason | null;
  disabled_since: string | null;
  /** The time until which the previous secret is valid; null if there is none. */
  previous_secret_until: string | null;
  created_at: string;
  updated_at: string;
}>;

const notDisabled = { disabled_because: null, disabled_since: null };

/** Each destination in its present state, without its secrets; a removed destination is deleted. */
export const destinations: Projection<DestinationDocument> = {
  name: 'destinations',
  version: 4,
  streamPrefixes: ['destination-'],
  indexes: [
    { keys: { account_id: 1, created_at: -1, _id: -1 } },
    { keys: { enabled: 1, disabled_since: -1, _id: -1 } },
  ],
  accountListing: { at: 'created_at' },
  keyOfStream: (stream) => idAfter('destination-', stream),
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
        included_fields: settings.includedFields ?? null,
        signature: settings.signature,
        concurrency: settings.concurrency,
        rate_per_second: settings.ratePerSecond,
        enabled,
        disabled_because: null,
        disabled_since: enabled ? null : at,
        previous_secret_until: null,
        created_at: at,
        updated_at: at,
      };
    },
    DestinationChanged: (doc, { event }) => {
      const { settings, at } = event.data;
      const { formId, includedQuestions, includedFields, ratePerSecond, ...rest } = settings;
      return (
        doc && {
          ...doc,
          ...rest,
          updated_at: at,
          ...(formId !== undefined && { form_id: formId }),
          ...(includedQuestions && { included_questions: includedQuestions }),
          ...(includedFields !== undefined && { included_fields: includedFields }),
          ...(ratePerSecond !== undefined && { rate_per_second: ratePerSecond }),
        }
      );
    },
    DestinationEnabled: (doc, { event }) =>
      doc && { ...doc, enabled: true, ...notDisabled, updated_at: event.data.at },
    DestinationDisabled: (doc, { event }) => {
      const { reason, at } = event.data;
      return doc && { ...doc, enabled: false, disabled_because: reason, disabled_since: at, updated_at: at };
    },
    DestinationSecretRotated: (doc, { event }) => {
      const { previousUntil, at } = event.data;
      return doc && { ...doc, previous_secret_until: previousUntil, updated_at: at };
    },
    DestinationRemoved: () => null,
  },
};
