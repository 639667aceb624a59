import type { AuditEvent } from '../audit/events.ts';
import { counted } from '../check.ts';
import type { SignInMethod } from '../membership/events.ts';
import type { ProjectionEvent } from '../projection/events.ts';
import { type Author, quoted, say, type Sentence, subject } from './sentence.ts';

const methods: Readonly<Record<SignInMethod, string>> = {
  password: 'with a password',
  passkey: 'with a passkey',
  ticket: 'on the machine of the service',
  openid: 'with the OpenID provider',
};

export function auditSentence(who: Author, event: AuditEvent): Sentence {
  switch (event.type) {
    case 'SubmissionErased': {
      const form = subject('form', event.data.formId);
      if (event.data.expired)
        return say`${who} erased a submission of ${form} that was not completed in time.`;
      return say`${who} erased ${subject('submission', event.data.submissionId)} of ${form}.`;
    }
    case 'DeliveryErased':
      return say`${who} erased a webhook about an erased submission.`;
    case 'ErasureTombstoned':
      return say`${who} deleted the events of an erased submission and of its webhooks from the log.`;
    case 'ErasureScrubbed':
      return say`${who} removed an erased submission from the files of the log and from the read models.`;
    case 'ErasureCompleted':
      return say`${who} removed the last remains of an erased submission from the files of the stores.`;
    case 'MemberSignedIn': {
      const { method, isFromElsewhere } = event.data;
      const elsewhere = isFromElsewhere ? ', from a device or network that was not used before' : '';
      return say`${who} signed in ${methods[method]}${elsewhere}.`;
    }
    case 'SecondFactorReset':
      return say`${who} turned off the second factor of ${subject('person', event.data.personId)}.`;
    case 'AuditSummarized':
      return say`${who} recorded a summary of ${counted(event.data.open.length, 'erasure')} in progress.`;
    default:
      return event satisfies never;
  }
}

export function projectionSentence(who: Author, { data }: ProjectionEvent): Sentence {
  const { projection, reason } = data;
  return say`${who} let the projection ${projection} skip an event that it could not apply. Reason: ${quoted(reason)}.`;
}
