import type { streamOf } from '../stream-names.ts';

/**
 * What becomes of each kind of stream when its account is erased. A kind of which an account's streams are deleted has its prefix
 * here: the metadata of their events name the account. A kind with null stays: it holds no personal data, or belongs to no single
 * account. A new kind does not compile before it is listed.
 */
const erasedPrefixes: Readonly<Record<keyof typeof streamOf, string | null>> = {
  account: 'account-',
  apiKey: 'apikey-',
  membership: 'members-',
  invitation: 'invitation-',
  /** People outlive the accounts that they are members of. */
  person: null,
  login: null,
  personErasure: null,
  form: 'form-',
  formDraft: 'formdraft-',
  slug: 'slug-',
  submission: 'submission-',
  file: 'file-',
  picture: 'picture-',
  storage: 'storage-',
  payment: 'payment-',
  paymentProvider: 'provider-',
  quota: 'quota-',
  startedQuota: 'quota-',
  assignments: 'lease-',
  destination: 'destination-',
  recovery: 'recovery-',
  delivery: 'delivery-',
  noticeChoices: 'notices-',
  notice: 'notice-',
  /** The facts of earlier erasures. */
  audit: null,
  /** The facts of this erasure. */
  closing: null,
  /** Decisions of operators about the read models of all accounts. */
  projection: null,
};

const prefixes: ReadonlySet<string | null> = new Set(Object.values(erasedPrefixes));

/** Whether a stream is deleted with its account. */
export const isErasedWithAccount = (stream: string): boolean =>
  prefixes.has(stream.slice(0, stream.indexOf('-') + 1));
