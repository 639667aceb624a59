import type { CommandDeps } from '../../commands/deps.ts';
import { account } from '../../domain/account/decider.ts';
import { defaultTimeZone } from '../../domain/form/locale.ts';
import type { ExistingNotice } from '../../domain/notice/state.ts';
import type { PersonTrigger } from '../../domain/notice/trigger.ts';
import { person } from '../../domain/person/decider.ts';
import type { ExistingPerson } from '../../domain/person/state.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { type MailTexts, mailTextsIn } from '../../mail/texts.ts';
import type { NoticeContent } from './compose.ts';

type Deps = Pick<CommandDeps, 'aggregates'>;

/** A mail about a change of how a person signs in, ready to be sent. */
export interface ChangeMail {
  readonly to: string;
  readonly texts: MailTexts;
  readonly content: NoticeContent;
}

/**
 * Writes the mail about a change, from the state of the person at the change.
 * @returns null once the person is erased
 * @throws LogUnavailable
 */
export async function composeChange(
  deps: Deps & { readonly publicUrl: string },
  { personId, occurredAt }: Pick<ExistingNotice, 'personId' | 'occurredAt'>,
  trigger: PersonTrigger,
): Promise<ChangeMail | null> {
  const position = BigInt(trigger.position);
  const present = await personAsOf(deps, personId, null);
  const changed = await personAsOf(deps, personId, position);
  const addressed = trigger.toFormer === true ? await personAsOf(deps, personId, position - 1n) : changed;
  if (!present || !changed || !addressed) return null;
  const { language, timeZone } = await localeOf(deps, present);
  const texts = mailTextsIn(language);
  const moment = texts.moment(occurredAt, timeZone);
  const isFormer = trigger.toFormer === true;
  return {
    to: addressed.email,
    texts,
    content: {
      title: texts.say('changedTitle'),
      paragraphs: [
        texts.say(`changed.${trigger.change}`),
        cause(texts, trigger, changed, moment),
        texts.say(isFormer ? 'changedElseFormer' : 'changedElse'),
      ],
      action: { label: texts.say('seeSignIn'), url: `${deps.publicUrl}/console/you` },
    },
  };
}

/** Says when, and from which device if one session is open: most changes end the others first. */
function cause(
  texts: MailTexts,
  { by }: PersonTrigger,
  { sessions }: ExistingPerson,
  moment: string,
): string {
  if (by === 'operator') return texts.say('changedByOperator', { moment });
  const [session, ...others] = [...sessions.values()];
  const isKnown = by === 'person' && session !== undefined && others.length === 0;
  return isKnown
    ? texts.say('changedFrom', { moment, device: session.device.name })
    : texts.say('changedOn', { moment });
}

/** The person as of a position of the log; now for null. */
async function personAsOf(
  { aggregates }: Deps,
  personId: string,
  position: bigint | null,
): Promise<ExistingPerson | null> {
  const stream = streamOf.person(personId);
  const read =
    position === null ? aggregates.load(person, stream) : aggregates.loadAsOf(person, stream, position);
  const found = await unlessErased(read);
  return found?.state.exists ? found.state : null;
}

/** The language of the person and the time zone, as those of the person's first account where there is one. */
async function localeOf({ aggregates }: Deps, { accountIds, language }: ExistingPerson) {
  const [first] = accountIds;
  const read =
    first === undefined ? null : await unlessErased(aggregates.load(account, streamOf.account(first)));
  const of = read?.state.exists ? read.state : null;
  return { language: language ?? of?.language ?? null, timeZone: of?.timeZone ?? defaultTimeZone };
}
