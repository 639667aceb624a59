import { openLinks } from '../../../../api/auth/links.ts';
import { signUpRightOf } from '../../../../commands/person/sign-up.ts';
import { destinationOf, type End, endedDelivery } from '../../../support/ended-deliveries.ts';
import { everyKind, optionsOf } from '../../../support/fields.ts';
import { adminBase } from '../../../support/injected-requests.ts';
import { newMemberIds } from '../../../support/people.ts';
import { noisePng } from '../../../support/pictures.ts';
import type { TestService } from '../../../support/service.ts';
import { openAnswering } from './answering.ts';

/** A word that no line of a phone has room for, as people paste them. */
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const longText = `${longWord} ${'and a text that goes on for more than a line '.repeat(2)}`.trim();

const allAnswers = {
  a_short_text: 'Ada',
  a_long_text: 'A garden\nwith roses',
  a_email: 'ada@example.org',
  a_number: 3,
  a_rating: 4,
  a_nps: 9,
  a_yes_no: true,
  a_single_choice: 'One',
  a_multiple_choice: ['One', 'Two'],
  a_ranking: ['Two', 'One'],
  a_matrix: { First: 'One' },
  a_payment: { amount: 1250, currency: 'EUR' },
};

/** Questions and answers of which each text is longer than a line. */
const longFields = [
  { key: 'text', label: longText, kind: 'short_text', help_text: longText, placeholder: longText },
  { key: 'choice', label: longText, kind: 'single_choice', options: optionsOf(longWord, longText) },
  { key: 'some', label: longText, kind: 'multiple_choice', options: optionsOf(longWord, longText) },
  {
    key: 'matrix',
    label: longText,
    kind: 'matrix',
    options: optionsOf(longWord, longText),
    rows: optionsOf(longWord, 'Short'),
  },
  { key: 'rank', label: longText, kind: 'ranking', options: optionsOf(longWord, longText) },
];
const longAnswers = {
  text: longText,
  choice: longWord,
  some: [longWord, longText],
  matrix: { [longWord]: longText },
  rank: [longText, longWord],
};

/** More than a page of a list holds. */
const manyRows = 60;

/** A form with submissions, a destination with deliveries, and a recovery. */
interface Filled {
  readonly account: string;
  readonly form: string;
  readonly submission: string;
  readonly destination: string;
  readonly delivery: string;
  readonly recovery: string;
}

interface Filling {
  readonly name: string;
  readonly fields: readonly object[];
  readonly answers: object;
  readonly count: number;
  readonly deliveries: readonly End[];
}

async function fill(service: TestService, { name, ...filling }: Filling) {
  const mine = await service.newAccount('business', name.slice(0, 100));
  const { accountId: account, api } = mine;
  const form = await service.newForm(account, filling.fields);
  await service.admin('PATCH', `/forms/${form}`, { body: { title: name, description: name } });
  let submission = '';
  for (let n = 0; n < filling.count; n++)
    submission = String(
      (await api('POST', '/submissions', { body: { form_id: form, answers: filling.answers } })).at('id'),
    );
  const destination = await destinationOf(service, account);
  const label = name.slice(0, 100);
  await service.admin('PATCH', `/destinations/${destination}`, { body: { label } });
  let delivery = '';
  for (const end of filling.deliveries)
    delivery = await endedDelivery(service, {
      accountId: account,
      destinationId: destination,
      formId: form,
      submissionId: submission,
      end,
    });
  const recovery = String(
    (await api('POST', '/recoveries', { body: { since: '2020-01-01T00:00:00Z' } })).at('id'),
  );
  const filled: Filled = { account, form, submission, destination, delivery, recovery };
  return { ...filled, mine };
}

/** Fills a service with things of each state: none, some, and many with long names. */
export async function makeThings(service: TestService) {
  const { mine, ...some } = await fill(service, {
    name: 'Garden party',
    fields: everyKind,
    answers: allAnswers,
    count: 3,
    deliveries: ['pending', 'succeeded', 'skipped', 'waiting', 'failed'],
  });
  const { mine: _, ...long } = await fill(service, {
    name: longText,
    fields: longFields,
    answers: longAnswers,
    count: manyRows,
    deliveries: Array.from({ length: manyRows }, (__, n) => (n % 2 === 0 ? 'failed' : 'succeeded')),
  });
  const { accountId: empty } = await service.newAccount('free', 'Empty');
  const { accountId: closed } = await service.newAccount('free', 'Closed');
  await service.admin('POST', `/accounts/${closed}/close`, { body: { name: 'Closed' } });

  const named = async (status: string, account = some.account) =>
    service.newForm(account, [{ key: 'name', label: 'Your name', kind: 'short_text' }], status);
  const forms = {
    bare: await named('published', empty),
    draft: await named('draft'),
    closed: await named('published'),
    arabic: await named('published'),
    answered: await named('published'),
  };
  await service.admin('PATCH', `/forms/${forms.closed}`, {
    body: { status: 'closed', look: { color: '#0b3d2e' } },
  });
  await service.admin('PATCH', `/forms/${forms.arabic}`, {
    body: { language: 'ar', look: { color: '#ffd500' } },
  });
  await service.admin('PATCH', `/forms/${forms.answered}`, {
    body: { responses: { corrections: { by_respondent: true, for_days: 2 } }, look: { color: '#0b3d2e' } },
  });

  await showPictures(service, some.account, [some.form, forms.arabic]);

  const submit = async (body: object) => String((await mine.api('POST', '/submissions', { body })).at('id'));
  const answers = { name: 'Ada' };
  const [partial, corrected, erased] = [
    await submit({ form_id: forms.answered, answers, is_complete: false }),
    await submit({ form_id: forms.answered, answers }),
    await submit({ form_id: forms.answered, answers }),
  ];
  await mine.api('PATCH', `/submissions/${corrected}`, {
    body: { correction: { reason: 'A slip of the pen.' }, answers: { name: 'Ada L.' } },
  });
  await service.admin('POST', `/submissions/${erased}/erase`);
  await service.settled();
  const answering = await openAnswering(service, forms.answered);
  const { person } = await newMemberIds(service, some.account);
  const { person: erasedPerson } = await newMemberIds(service, some.account);
  await service.admin('POST', `/people/${erasedPerson}/erase`);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  const signUp = await signUpPage(service);
  const ofPeople = { person, erasedPerson, signUp };
  return { some, long, empty, closed, forms, partial, corrected, erased, answering, ...ofPeople };
}

/** Gives forms a logo and a cover that have as many bytes as they may. */
async function showPictures(service: TestService, account: string, forms: readonly string[]): Promise<void> {
  const stored = async (payload: Buffer) => {
    const made = await service.inject({
      method: 'POST',
      url: `${adminBase}/accounts/${account}/pictures`,
      headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}`, 'content-type': 'image/png' },
      payload,
    });
    return String(made.at('id'));
  };
  const logo = { picture_id: await stored(noisePng(200, 54)), alt: 'Garden club' };
  const cover = { picture_id: await stored(noisePng(320, 102)), alt: 'Roses' };
  for (const form of forms)
    await service.admin('PATCH', `/forms/${form}`, { body: { look: { logo, cover } } });
}

/** The address at which a stranger opens an account. */
async function signUpPage({ deps }: TestService): Promise<string> {
  const right = await signUpRightOf(deps, 'stranger@example.com');
  const link = openLinks(deps.sessionKeys, deps.now).issue({ kind: 'sign-up', invited: false, ...right });
  return `/console/sign-up/account?link=${link}`;
}

export type Things = Awaited<ReturnType<typeof makeThings>>;
