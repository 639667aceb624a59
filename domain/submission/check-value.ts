import { type Check, faulty, isRecord, noFaults } from '../check.ts';
import type { FieldDefinition, FieldKind } from '../form/field.ts';
import { rangeOf } from '../form/kind-rules.ts';
import { isBlank } from '../text.ts';
import { noConsent } from './answer-faults.ts';
import { manyChoicesCheck, matrixCheck, singleChoiceCheck } from './checks/choice.ts';
import { filesCheck } from './checks/files.ts';
import * as formats from './checks/formats.ts';
import { numberCheck } from './checks/number.ts';
import { phone } from './checks/phone.ts';
import { addressCheck, fullNameCheck, paymentCheck } from './checks/record.ts';
import { formatCheck, textCheck } from './checks/text.ts';

/** The answers of a kind of field: the check of a value, and which values count as no answer. */
interface KindOfAnswer {
  readonly check: (field: FieldDefinition) => Check;
  readonly isEmpty: (value: unknown) => boolean;
}

/** No text beyond this is read for being blank: it is too long. */
const longestText = 400_000;
const blankText = (value: unknown) =>
  typeof value === 'string' && value.length <= longestText && isBlank(value);
const emptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const emptyRecord = (value: unknown) =>
  isRecord(value) && Object.values(value).every((part) => blankText(part) || emptyList(part));
const never = () => false;

const text = (check: KindOfAnswer['check']): KindOfAnswer => ({ check, isEmpty: blankText });
const list = (check: KindOfAnswer['check']): KindOfAnswer => ({ check, isEmpty: emptyList });
const record = (check: KindOfAnswer['check']): KindOfAnswer => ({ check, isEmpty: emptyRecord });
const scalar = (check: KindOfAnswer['check']): KindOfAnswer => ({ check, isEmpty: never });

const ranged = (field: FieldDefinition) => numberCheck(rangeOf(field.kind, field.validation));
const netPromoterScore = numberCheck({ min: 0, max: 10, integer: true });

const boolean: Check = (value) =>
  typeof value === 'boolean' ? noFaults : faulty('invalid_type', 'Must be true or false.');

const consent = ({ required }: FieldDefinition): Check =>
  required ? (value) => (value === false ? noConsent : boolean(value)) : boolean;

const kindsOfAnswer: Readonly<Record<FieldKind, KindOfAnswer>> = {
  short_text: text((field) => textCheck(field)),
  long_text: text((field) => textCheck(field)),
  email: text((field) => textCheck(field, formats.email)),
  phone: text((field) => textCheck(field, phone)),
  url: text((field) => textCheck(field, formats.url)),
  number: scalar(ranged),
  rating: scalar(ranged),
  scale: scalar(ranged),
  nps: scalar(() => netPromoterScore),
  yes_no: scalar(() => boolean),
  consent: scalar(consent),
  single_choice: text(singleChoiceCheck),
  dropdown: text(singleChoiceCheck),
  multiple_choice: list(manyChoicesCheck),
  ranking: list(manyChoicesCheck),
  date: text(() => formatCheck(formats.date)),
  time: text(() => formatCheck(formats.time)),
  datetime: text(() => formatCheck(formats.datetime)),
  address: record(() => addressCheck),
  full_name: record(() => fullNameCheck),
  matrix: record(matrixCheck),
  payment: record(paymentCheck),
  file: list(filesCheck),
  hidden: text((field) => textCheck(field)),
  statement: scalar(() => () => faulty('invalid_type', 'Takes no answer.')),
};

/** Returns the check of a field's answers. Call it once for each field. */
export const checkOf = (field: FieldDefinition): Check => kindsOfAnswer[field.kind].check(field);

/** Whether a value is no answer: null, or the empty value of its kind (`''`, `[]`, `{}`). */
export const isUnanswered = (kind: FieldKind, value: unknown): boolean =>
  value === undefined || value === null || kindsOfAnswer[kind].isEmpty(value);
