import type { DestinationEvent, DestinationSettings, DisableReason } from '../destination/events.ts';
import { type Author, listed, moment, quoted, say, type Sentence, subject } from './sentence.ts';

/** The settings of a destination as people call them. */
const settingNames: Readonly<Record<keyof DestinationSettings, string>> = {
  label: 'name',
  url: 'address',
  events: 'kinds of events',
  formId: 'form',
  includedQuestions: 'questions',
  includedFields: 'questions',
  signature: 'way to sign',
  concurrency: 'highest number of concurrent requests',
  ratePerSecond: 'highest rate',
};

const isSetting = (name: string): name is keyof DestinationSettings => Object.hasOwn(settingNames, name);

const changedNames = (settings: Partial<DestinationSettings>): string[] => [
  ...new Set(
    Object.keys(settings)
      .filter(isSetting)
      .map((name) => settingNames[name]),
  ),
];

function disabledSentence(who: Author, id: string, reason: DisableReason): Sentence {
  const destination = subject('destination', id);
  switch (reason.kind) {
    case 'operator':
      return say`${who} disabled the destination ${destination}.`;
    case 'gone':
      return say`The destination ${destination} was disabled, because its receiver answered 410 and wants no more webhooks.`;
    case 'failures':
      return say`The destination ${destination} was disabled, because ${reason.attempts} attempts in a row failed since ${moment(reason.failedSince)}.`;
    default:
      return reason satisfies never;
  }
}

export function destinationSentence(who: Author, event: DestinationEvent, id: string): Sentence {
  const destination = subject('destination', id);
  switch (event.type) {
    case 'DestinationConfigured': {
      const { settings, enabled } = event.data;
      return say`${who} added the destination ${quoted(settings.label)} at ${settings.url}${enabled ? '' : ', disabled'}.`;
    }
    case 'DestinationChanged':
      return say`${who} changed the ${listed(changedNames(event.data.settings))} of the destination ${destination}.`;
    case 'DestinationEnabled':
      return say`${who} enabled the destination ${destination}.`;
    case 'DestinationDisabled':
      return disabledSentence(who, id, event.data.reason);
    case 'DestinationSecretRotated': {
      const { previousUntil } = event.data;
      const former =
        previousUntil === null
          ? 'The former secret is no longer valid'
          : `The former secret stays valid until ${moment(previousUntil)}`;
      return say`${who} rotated the secret of the destination ${destination}. ${former}.`;
    }
    case 'DestinationSecretResealed':
      return say`${who} encrypted the secret of the destination ${destination} with another master key.`;
    case 'DestinationPinged':
      return say`${who} sent a test to the destination ${quoted(event.data.label)}.`;
    case 'DestinationLapsed':
      return say`A destination was not added: its place in the plan was given back.`;
    case 'DestinationRemoved':
      return say`${who} removed the destination ${destination}.`;
    default:
      return event satisfies never;
  }
}
