import type { AccountEvent } from '../account/events.ts';
import type { ApiKeyEvent } from '../api-key/events.ts';
import { counted } from '../check.ts';
import { type Author, listed, moment, quoted, say, type Sentence, subject } from './sentence.ts';

type Locale = Extract<AccountEvent, { type: 'LocaleChanged' }>['data'];

/** What became of a setting that an event may leave alone, set or take back. */
const settingText = (name: string, value: string | null | undefined): string[] => {
  if (value === undefined) return [];
  return [value === null ? `took back the ${name}` : `set the ${name} to ${value}`];
};

const localeText = ({ language, timeZone }: Locale): Sentence =>
  listed([
    ...settingText('language of new forms', language),
    ...settingText('time zone of new forms', timeZone),
  ]);

const sitesText = (origins: readonly string[] | null): string => {
  if (origins === null) return 'allowed every site to embed the forms of the account';
  if (origins.length === 0) return 'allowed no site to embed the forms of the account';
  return `allowed only these sites to embed the forms of the account: ${origins.join(', ')}`;
};

export function accountSentence(who: Author, event: AccountEvent): Sentence {
  switch (event.type) {
    case 'AccountOpened':
      return say`${who} opened the account ${quoted(event.data.name)} with the plan ${quoted(event.data.plan)}.`;
    case 'AccountRenamed':
      return say`${who} renamed the account ${quoted(event.data.name)}.`;
    case 'PlanChanged':
      return say`${who} changed the plan to ${quoted(event.data.plan)}.`;
    case 'EmbeddingChanged':
      return say`${who} ${sitesText(event.data.origins)}.`;
    case 'LocaleChanged':
      return say`${who} ${localeText(event.data)}.`;
    case 'AccountClosed':
      return say`${who} closed the account.`;
    case 'PublicationGranted':
      return say`The form ${subject('form', event.data.formId)} was counted among the published forms of the plan.`;
    case 'PublicationReleased':
      return say`The form ${subject('form', event.data.formId)} was taken from the published forms of the plan.`;
    case 'DestinationsCounted':
      return say`The plan began to count destinations, with ${counted(event.data.destinationIds.length, 'earlier destination')}.`;
    case 'DestinationGranted':
      return say`The destination ${subject('destination', event.data.destinationId)} was counted among the destinations of the plan.`;
    case 'DestinationReleased':
      return say`The destination ${subject('destination', event.data.destinationId)} was taken from the destinations of the plan.`;
    default:
      return event satisfies never;
  }
}

export function apiKeySentence(who: Author, event: ApiKeyEvent, keyId: string): Sentence {
  switch (event.type) {
    case 'ApiKeyIssued': {
      const { name, scopes, expiresAt } = event.data;
      const until = expiresAt === null ? '' : `, valid until ${moment(expiresAt)}`;
      return say`${who} issued the API key ${quoted(name)} with the scopes ${scopes.join(', ')}${until}.`;
    }
    case 'ApiKeyRevoked':
      return say`${who} revoked the API key ${subject('key', keyId)}.`;
    default:
      return event satisfies never;
  }
}
