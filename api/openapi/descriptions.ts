/** What a client developer needs to know of each operation beyond its summary, by the operation's id. */
export const descriptions: Readonly<Record<string, string>> = {
  listForms:
    "Without `id`: the forms of the key's account, newest first, up to 100 a page; `limit` beyond that is refused. " +
    'With `id`: that form with the definition of its fields.',
  changeForm:
    'Changes the members that the body gives. `published` and `closed` are the statuses a form can be changed to. ' +
    'Send `If-Match` with the `ETag` of the form to refuse a change over a newer one, and an `Idempotency-Key` to ' +
    'repeat the request safely.',
  listSubmissions:
    "Without `id`: the submissions of the key's account, newest first. `limit` above 200 counts as 200. " +
    '`since` is inclusive, `until` is not. With `id`: that submission with every answer.',
  createSubmission:
    'Answers go by the keys of the fields. Every problem of the answers is named in one response. The submission is ' +
    'stored durably before the response; webhooks follow. It belongs to the version of the form that `form_version` names. With an `Idempotency-Key` a repeated request gets the first answer.',
  openAccount: 'Opens an account with a plan, which sets its quota and rate limits.',
  listAccounts: 'Accounts, newest first.',
  readAccount: 'The account, its plan, and how much of each limit it uses.',
  changeAccount:
    'A plan takes effect for the next request; submissions already counted in the month stay counted. A language and a time zone are ' +
    'those of forms that are created from then on; forms that exist keep theirs.',
  issueKey: 'The service stores a hash of the key and cannot show it again.',
  listKeys: 'Keys with their scopes and last use, never the keys themselves.',
  readKey:
    'The key by its id, which is the part of the key between the prefix and the secret. Never the key itself.',
  revokeKey: 'Requests with the key are refused within a second in every process.',
  issueConsoleTicket:
    'The link opens one session of 12 hours under your name and role, and expires after an hour.',
  createForm: 'Creates a form in any status with its fields, for an account.',
  readEmbedding: 'Null permits the pages of every site, which is the default.',
  changeEmbedding: 'Browsers refuse to show the forms in pages of other sites. Takes effect within a second.',
  listFormsOfAccount: 'Forms of any status, newest first, up to 100 a page.',
  changeFormAndFields:
    'Changes the members that the body gives; `fields` replaces the whole definition. Fields keep their identity by ' +
    '`id`. Submissions made before keep the definition that they were made with.',
  readOwnForm: "One form of the key's account, with the definition of its fields.",
  readForm: 'The form with its fields, its settings and the number of its submissions.',
  listSubmissionsOfAccount: 'As the public list, for any account.',
  submitToForm: 'As the public operation, on behalf of an account.',
  importSubmissions:
    'Rows that were answered elsewhere become submissions of the form, which may have any status but `archived`. Each keeps its ' +
    '`submitted_at`, and its record has `imported_at`. A row that cannot be taken is refused with its reasons, and the others are imported. ' +
    'A row that is sent again, at any time, is not imported twice: `replayed` says so. Rows count and send webhooks like all submissions.',
  readSubmission: 'The submission with every answer.',
  listDestinations: 'Destinations that were not removed, with the result of their last attempts.',
  readDestination: 'The destination, its health and its secrets by their age, never the secrets themselves.',
  changeDestination:
    'Changes the members that the body gives. Waiting deliveries that the new settings no longer include are cancelled when ' +
    'they come due. A change of `url`, `events`, `form_id` or `included_questions` needs the scope `submissions:read`, too, ' +
    'because the destination receives answers.',
  removeDestination: 'Deliveries that wait for the destination are skipped. Its history stays.',
  enableDestination: 'Deliveries of later events are sent again. Earlier ones are sent by a recovery.',
  disableDestination: 'Deliveries that come due are skipped until the destination is enabled.',
  pingDestination: 'The ping is a delivery with attempts and a signature of its own, listed with the others.',
  rotateSigningSecret:
    'Both secrets sign for 24 hours, so that the receiver can change over. A second rotation within that time ends the first ' +
    'secret at once.',
  reencryptSigningSecret:
    'For a change of the master key: after it the former master key is no longer needed.',
  readDestinationTemplate:
    'A JSON document with every setting and its default, to fill in and send to the operation that adds one.',
  listParkedDestinations: 'Destinations whose signing secret cannot be opened. Their deliveries wait.',
  retryParkedDestinations:
    'Asks the schedulers to try the destinations again now rather than at their next turn.',
  listDeliveries:
    'Deliveries by status, destination, event, form, submission and time, newest first, up to 100 a page.',
  listAllDeliveries: 'As the list of an account, over all accounts.',
  readDelivery:
    'The delivery with each attempt: time, duration, response and reason of failure. Without the scope `submissions:read` ' +
    'responses about submissions are left out; `withheld` says so.',
  readSentRequests:
    'Each request byte for byte, with headers and body, computed again from the log. Signatures need the secret of then. ' +
    'Without the scope `submissions:read` a body with answers is null, with `requires_submissions_read` in `missing`.',
  listRecoveries: 'Recoveries of the account, newest first.',
  readRecovery: 'Counts of the deliveries that were sent, succeeded, failed and are left.',
  pauseRecovery: 'No further delivery is sent until the recovery is resumed.',
  resumeRecovery: 'Continues after the last delivery that was sent.',
  cancelRecovery: 'A cancelled recovery cannot be resumed.',
  listCancellations: 'Cancellations of the account, newest first.',
  readCancellation: 'Counts of the deliveries that were cancelled and passed over.',
  pauseCancellation: 'No further delivery is cancelled until the cancellation is resumed.',
  resumeCancellation: 'Continues after the last delivery that was cancelled.',
  cancelCancellation: 'What it has not cancelled yet is sent when it comes due.',
  countCancellable: 'The size of a cancellation before it is requested, with the same filters.',
  countRecoverable: 'The size of a recovery before it is requested, with the same filters.',
  readErasure:
    'Complete once every member of every store no longer holds the submission; until then, the members that are waited for.',
  exportEvents:
    'Newline-delimited JSON. Each line holds a hash of itself and of the line before; the last line states the count. ' +
    'An interrupted download continues after its last line.',
  exportSubmissions:
    'Newline-delimited JSON, CSV or an Excel workbook. An interrupted download continues after its last row, but for a workbook.',
  historyOfAccount:
    'Each event with its time, actor and request. `as_of` gives the state at a moment, `diff` the difference of two.',
  historyOfForm:
    'Each event with its time, actor and request. `as_of` gives the state at a moment, `diff` the difference of two.',
  historyOfSubmission:
    'Each event with its time, actor and request. `as_of` gives the state at a moment, `diff` the difference of two.',
  historyOfDestination:
    'Each event with its time, actor and request. `as_of` gives the state at a moment, `diff` the difference of two.',
  historyOfDelivery:
    'Each event with its time, actor and request. `as_of` gives the state at a moment, `diff` the difference of two.',
  completePayment:
    'The payment has to fit the answer to its payment field: amount, in the minor unit, and currency. Otherwise it is refused with ' +
    '`payment_mismatch`, and the refusal is recorded in the history of the submission. A submission is paid once, and a payment pays ' +
    'one submission; anything else is `conflict`. `details` has `reason` and `given`, and `expected` where the caller may read ' +
    'answers. The same confirmation again changes nothing.',
  readStripe:
    'Events that fit are recorded as payments, and events that do not fit in the history of their submission. Those that name no ' +
    'submission of the account are listed here.',
  setStripeSecret:
    'Events that are signed with it are received from then on. The former secret becomes invalid. While Stripe rolls a secret, it ' +
    'signs with both. The secret is stored encrypted and never shown.',
  removeStripe: 'Events of Stripe are refused from then on.',
  reencryptStripeSecret:
    'Does nothing if there is no secret, or if the newest master key has already encrypted it.',
  readRealignment:
    'Empty while everything matches. The log is compared with the last event that each read model and process manager has read.',
  realign:
    'For a log that was restored from a backup or replaced. Process managers begin again; queries of a read model answer 503 until it is built.',
  listMissing:
    'What realigned read models had listed, without its content. `earlier` means that the log has it, but not its last changes.',
  listProjections: 'The status, position and lag of each read model, copy and process manager.',
  readProjection: 'The status with the progress of a build and the generations that exist.',
  listDocuments: 'Documents as they are stored, by their ids, up to 100 a page.',
  rebuildProjection: 'Readers use the present generation until the new one has caught up.',
  rollBackProjection: 'Only while the former generation still exists.',
  dropGenerations: 'Removed within seconds.',
  replayProjection: 'Folds a range of the log anew: into the read model itself, or into a copy with a name.',
  verifyProjection:
    'Folds the log anew in memory and compares the documents, or a sample of them. Changes nothing.',
  listParkedKeys:
    'Keys whose next event the projection cannot apply, with the event and the reason. All other keys go on.',
  retryParkedKeys: 'Useful after an upgrade that can apply the event.',
  skipEvent:
    'The projection goes on with the key as if the event did not exist; the skip is recorded with its reason.',
};

/** The tags of operations, with their descriptions. Path segments choose among them, see `tagOf`. */
export const tags = [
  { name: 'forms', description: "Forms of the key's account." },
  { name: 'submissions', description: 'Responses to forms, and their payments.' },
  {
    name: 'webhooks',
    description:
      "Destinations, deliveries and recoveries of the key's account, and the requests that the service sends.",
  },
  { name: 'admin: accounts', description: 'Accounts, their keys and their audit facts.' },
  {
    name: 'admin: forms',
    description: 'Forms and submissions of any account, payments, exports and erasure.',
  },
  { name: 'admin: destinations', description: 'Where webhooks go.' },
  { name: 'admin: deliveries', description: 'The delivery log, replays and recoveries.' },
  { name: 'admin: history', description: 'What happened, by whom and why.' },
  { name: 'admin: read models', description: 'Read models and the engine that keeps them.' },
] as const;

type Tag = (typeof tags)[number]['name'];

/** The tags of paths, the first that matches. */
const tagsOfPaths: readonly (readonly [RegExp, Tag])[] = [
  [/^\/api\/public\/v1\/(forms|embedding)/, 'forms'],
  [/^\/api\/public\/v1\/(submissions|payment-providers)/, 'submissions'],
  [/^\/api\/public\//, 'webhooks'],
  [/\/history$/, 'admin: history'],
  [/\/exports\/events$/, 'admin: history'],
  [/\/(projections|realignment)\b/, 'admin: read models'],
  [/\/destinations\b/, 'admin: destinations'],
  [/\/(deliveries|recoveries|recoverable|cancellations|cancellable)\b/, 'admin: deliveries'],
  [/\/(forms|submissions|event-store-members)\b/, 'admin: forms'],
  [/\/(accounts|keys|console-tickets)\b/, 'admin: accounts'],
];

/** @throws for a path without a tag */
export function tagOf(path: string): Tag {
  const [, tag] = tagsOfPaths.find(([pattern]) => pattern.test(path)) ?? [];
  if (!tag) throw new Error(`api/openapi/descriptions.ts has no tag for ${path}`);
  return tag;
}
