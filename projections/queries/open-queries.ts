import type { FormDefinitions } from '../../log/form-definitions.ts';
import type { CollectionOf } from '../collections.ts';
import type { Aliases } from '../generations/aliases.ts';
import { type AccountQueries, accountQueries } from '../read-models/accounts/queries.ts';
import { type ClosingQueries, closingQueries } from '../read-models/closings/queries.ts';
import { type DeliveryQueries, deliveryQueries } from '../read-models/deliveries/queries.ts';
import { type ChoiceQueries, choiceQueries } from '../read-models/destinations/described-choices.ts';
import { type DestinationQueries, destinationQueries } from '../read-models/destinations/queries.ts';
import { type ErasureQueries, erasureQueries } from '../read-models/erasures/queries.ts';
import { type CompletionQueries, completionQueries } from '../read-models/expirations/completion-queries.ts';
import { type FileQueries, fileQueries } from '../read-models/files/queries.ts';
import { type FormQueries, formQueries } from '../read-models/forms/queries.ts';
import { type KeyQueries, keyQueries } from '../read-models/keys/queries.ts';
import { type NoticeQueries, noticeQueries } from '../read-models/notices/queries.ts';
import { type PersonErasureQueries, personErasureQueries } from '../read-models/person-erasures/queries.ts';
import { type RecoveryQueries, recoveryQueries } from '../read-models/recoveries/queries.ts';
import { type AnswerQueries, answerQueries } from '../read-models/submissions/answer-pages.ts';
import { type SubmissionQueries, submissionQueries } from '../read-models/submissions/queries.ts';
import { liveQueries } from './live-queries.ts';
import { type CountsOverTime, countsOverTime } from './overview/counts-over-time.ts';
import { type AttentionQueries, attentionQueries } from './overview/needs-attention.ts';
import { type TrailSources, trailSources } from './trail/trail-sources.ts';

/** The queries of all read models. */
export interface Queries {
  readonly forms: FormQueries;
  readonly submissions: SubmissionQueries;
  /** The answers of submissions, to be counted. */
  readonly answers: AnswerQueries;
  readonly destinations: DestinationQueries;
  /** The questions that destinations have chosen. */
  readonly choices: ChoiceQueries;
  readonly deliveries: DeliveryQueries;
  readonly recoveries: RecoveryQueries;
  readonly keys: KeyQueries;
  readonly accounts: AccountQueries;
  readonly closings: ClosingQueries;
  readonly erasures: ErasureQueries;
  readonly personErasures: PersonErasureQueries;
  /** What became of begun submissions. */
  readonly completions: CompletionQueries;
  readonly files: FileQueries;
  readonly notices: NoticeQueries;
  /** What a person has to look at. */
  readonly attention: AttentionQueries;
  readonly overTime: CountsOverTime;
  /** The streams with the acts of an account. */
  readonly trail: TrailSources;
}

/**
 * Opens the queries of all read models. With `aliases` they read the live generations; without, the
 * collections of `collectionOf`.
 * @param definitions the forms that submissions name
 */
export function openQueries(
  collectionOf: CollectionOf,
  definitions: FormDefinitions,
  aliases?: Aliases,
): Queries {
  const open = <Q extends object>(make: (collectionOf: CollectionOf) => Q): Q =>
    aliases ? liveQueries(make, collectionOf, aliases) : make(collectionOf);
  return {
    forms: open(formQueries),
    submissions: open(submissionQueries(definitions)),
    answers: open(answerQueries(definitions)),
    destinations: open(destinationQueries),
    choices: open(choiceQueries),
    deliveries: open(deliveryQueries),
    recoveries: open(recoveryQueries),
    keys: open(keyQueries),
    accounts: open(accountQueries),
    closings: open(closingQueries),
    erasures: open(erasureQueries),
    personErasures: open(personErasureQueries),
    completions: open(completionQueries),
    files: open(fileQueries),
    notices: open(noticeQueries),
    attention: open(attentionQueries(collectionOf)),
    overTime: open(countsOverTime),
    trail: open(trailSources),
  };
}
