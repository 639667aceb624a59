import type { PersonEvent } from '../person/events.ts';
import type { PersonErasureEvent } from '../person-erasure/events.ts';
import { type Author, moment, quoted, say, type Sentence, subject } from './sentence.ts';

/** @param personId the id in the name of the stream */
export function personSentence(who: Author, event: PersonEvent, personId: string): Sentence {
  const person = subject('person', personId);
  switch (event.type) {
    case 'PersonRegistered':
      return say`${who} registered ${person}.`;
    case 'PersonRenamed':
      return say`${who} changed the name of ${person}.`;
    case 'PersonLanguageChanged':
      return event.data.language === null
        ? say`${who} took back the language of ${person}.`
        : say`${who} set the language of ${person} to ${event.data.language}.`;
    case 'PersonEmailChanged':
      return say`${who} changed the e-mail address of ${person}.`;
    case 'PasswordSet':
      return say`${who} set the password of ${person}.`;
    case 'PasskeyAdded':
      return say`${who} added the passkey ${quoted(event.data.name)} of ${person}.`;
    case 'PasskeyUsed':
      return say`${who} used a passkey.`;
    case 'PasskeyRemoved':
      return say`${who} removed a passkey of ${person}.`;
    case 'SecondFactorEnabled':
      return say`${who} turned on the second factor of ${person}.`;
    case 'SecondFactorUsed':
      return say`${who} used a code of the second factor.`;
    case 'SecondFactorResealed':
      return say`${who} encrypted the second factor of ${person} with another master key.`;
    case 'RecoveryCodesReplaced':
      return say`${who} made other recovery codes for ${person}.`;
    case 'RecoveryCodeUsed':
      return say`${who} used a recovery code.`;
    case 'SecondFactorDisabled':
      return say`${who} turned off the second factor of ${person}.`;
    case 'IdentityLinked':
      return say`${who} linked an account at ${event.data.issuer} to ${person}.`;
    case 'IdentityUnlinked':
      return say`${who} unlinked an account at ${event.data.issuer} from ${person}.`;
    case 'AccountJoined':
      return say`${who} added ${subject('account', event.data.accountId)} to the accounts of ${person}.`;
    case 'AccountLeft':
      return say`${who} took ${subject('account', event.data.accountId)} from the accounts of ${person}.`;
    case 'SessionBegun': {
      const { device, until } = event.data;
      return say`${who} began a session on ${device.name}, until ${moment(until)}.`;
    }
    case 'SessionEnded':
      return say`${who} ended a session of ${person}.`;
    case 'OtherSessionsEnded':
      return say`${who} ended the other sessions of ${person}.`;
    case 'PersonErasureRequested':
      return say`${who} asked for the erasure of ${person}.`;
    default:
      return event satisfies never;
  }
}

export function personErasureSentence(who: Author, event: PersonErasureEvent): Sentence {
  switch (event.type) {
    case 'PersonErasureStarted':
      return say`${who} began to erase a person.`;
    case 'PersonTombstoned':
      return say`${who} deleted the events of the person from the log.`;
    case 'PersonScrubbed':
      return say`${who} removed the person from the files of the log and from the read store.`;
    case 'PersonErased':
      return say`${who} removed the last remains of the person from the files of the stores.`;
    default:
      return event satisfies never;
  }
}
