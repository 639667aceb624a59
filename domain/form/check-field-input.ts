import { type Fault, faulty, inside, noFaults } from '../check.ts';
import { mostFiles } from '../file/file-rules.ts';
import { isFileType, typeGroups } from '../file/file-types.ts';
import { notACurrency } from '../submission/answer-faults.ts';
import { isCurrency } from '../submission/currencies.ts';
import { isBlank } from '../text.ts';
import type { FieldInput, FieldKind, FieldValidation } from './field.ts';
import { kindRules, lengthsOf, rangeOf, selectionsOf } from './kind-rules.ts';
import { checkPattern } from './pattern.ts';

/**
 * Returns the faults of a question, except those of its key and default value: members that its kind requires
 * or does not accept.
 */
export function fieldInputFaults(input: FieldInput): readonly Fault[] {
  const { kind, label, required, options, rows } = input;
  const rules = kindRules[kind];
  return [
    ...(isBlank(label) ? faulty('required', 'Must not be blank.', '/label') : noFaults),
    ...(kind === 'statement' && required ? notTaken(kind, 'required') : noFaults),
    ...(kind === 'file' && input.default_value !== undefined ? notTaken(kind, 'default_value') : noFaults),
    ...choiceFaults(kind, 'options', options, rules.options === true),
    ...choiceFaults(kind, 'rows', rows, rules.rows === true),
    ...rowNameFaults(input),
    ...(['low_label', 'high_label'] as const).flatMap((member) =>
      input[member] === undefined || rules.endLabels === true ? noFaults : notTaken(kind, member),
    ),
    ...inside('validation', validationFaults(input)),
  ];
}

const notTaken = (kind: FieldKind, member: string) =>
  faulty('unknown_field', `A field of kind ${kind} takes no ${member}.`, `/${member}`);

function choiceFaults(
  kind: FieldKind,
  member: 'options' | 'rows',
  choices: FieldInput['options'],
  taken: boolean,
): readonly Fault[] {
  if (!taken) return choices === undefined ? noFaults : notTaken(kind, member);
  if (choices === undefined || choices.length === 0)
    return faulty('required', `A field of kind ${kind} needs ${member}.`, `/${member}`);
  const seen = new Set<string>();
  return choices.flatMap(({ value, label }, index) => {
    const at = `/${member}/${index}`;
    // A blank text is no answer, so that a blank value could not be chosen.
    const blank = [
      ...(isBlank(value) ? faulty('required', 'Must not be blank.', `${at}/value`) : noFaults),
      ...(isBlank(label) ? faulty('required', 'Must not be blank.', `${at}/label`) : noFaults),
    ];
    if (seen.has(value))
      return [...blank, ...faulty('invalid_option', 'Another option has this value.', `${at}/value`)];
    seen.add(value);
    return blank;
  });
}

/** An answer names the rows as members, and JSON parsers drop or reject members that reach the prototype of an object. */
function rowNameFaults({ key, rows = [] }: FieldInput): readonly Fault[] {
  return rows.flatMap(({ value }, index) =>
    value === '__proto__' || (value === 'prototype' && key === 'constructor')
      ? faulty('invalid_format', 'This name cannot be a row.', `/rows/${index}/value`)
      : noFaults,
  );
}

const membersOf = {
  range: ['min', 'max'],
  maxLength: ['min_length', 'max_length', 'pattern'],
  maxSelections: ['min_selections', 'max_selections'],
  files: ['max_files', 'max_bytes', 'types'],
  currency: ['currency'],
} as const satisfies Record<string, readonly (keyof FieldValidation)[]>;

function validationFaults({ kind, validation = {}, options = [] }: FieldInput): readonly Fault[] {
  const rules = kindRules[kind];
  const faults: Fault[] = [];
  for (const rule of ['range', 'maxLength', 'maxSelections', 'files', 'currency'] as const) {
    const given = membersOf[rule].filter((member) => validation[member] !== undefined);
    if (given.length === 0) continue;
    if (rules[rule] === undefined) faults.push(...given.flatMap((member) => notTaken(kind, member)));
    else if (rule === 'range') faults.push(...rangeFaults(kind, validation));
    else if (rule === 'maxLength') faults.push(...lengthFaults(kind, validation));
    else if (rule === 'files') faults.push(...fileRuleFaults(validation));
    else if (rule === 'currency') faults.push(...inside('currency', currencyFaults(validation)));
    else faults.push(...selectionFaults(kind, validation, options.length));
  }
  return faults;
}

function rangeFaults(kind: FieldKind, validation: FieldValidation): readonly Fault[] {
  const range = rangeOf(kind, validation);
  const { widest = range } = kindRules[kind].range ?? {};
  return [
    ...boundFaults(range, widest, ['min', 'max'], validation),
    ...(['min', 'max'] as const).flatMap((member) =>
      !range.integer || Number.isInteger(validation[member] ?? 0)
        ? noFaults
        : faulty('invalid_type', 'Must be a whole number.', `/${member}`),
    ),
  ];
}

function lengthFaults(kind: FieldKind, validation: FieldValidation): readonly Fault[] {
  const { pattern = '', ...unpatterned } = validation;
  const checked = checkPattern(pattern);
  // A refused pattern is not compiled for the sake of its lengths.
  const { longest, min, max } = lengthsOf(kind, checked.ok ? validation : unpatterned);
  const lengths = { min, max: validation.max_length ?? max };
  return [
    ...boundFaults(lengths, { min: 0, max: longest }, ['min_length', 'max_length'], validation),
    ...(checked.ok ? noFaults : faulty('invalid_format', checked.error, '/pattern')),
  ];
}

function selectionFaults(kind: FieldKind, validation: FieldValidation, options: number): readonly Fault[] {
  const { min, max } = selectionsOf(kind, validation);
  const selections = { min, max: Math.min(max, options) };
  const names = ['min_selections', 'max_selections'] as const;
  if (options === 0) return noFaults; // the missing options are the fault
  if (validation.max_selections === 0)
    return faulty('out_of_range', 'Must be at least 1.', '/max_selections');
  return boundFaults(selections, { min: 0, max: options }, names, validation);
}

const currencyFaults = ({ currency }: FieldValidation): readonly Fault[] =>
  isCurrency(currency) ? noFaults : notACurrency;

/** The largest file is bounded by the settings of the service, which decide when a file is uploaded. */
function fileRuleFaults({ max_files: files = 1, types = [] }: FieldValidation): readonly Fault[] {
  return [
    ...(files > mostFiles
      ? faulty('out_of_range', `Must be from 1 to ${mostFiles}.`, '/max_files')
      : noFaults),
    ...types.flatMap((type, index) =>
      isFileType(type)
        ? noFaults
        : faulty(
            'invalid_format',
            `Must be a media type such as application/pdf or image/*, or one of ${Object.keys(typeGroups).join(', ')}.`,
            `/types/${index}`,
          ),
    ),
  ];
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Checks that both bounds lie within `widest` and in order. Only bounds that the field sets are faulty. */
function boundFaults(
  bounds: Bounds,
  widest: Bounds,
  names: readonly [keyof FieldValidation, keyof FieldValidation],
  validation: FieldValidation,
): readonly Fault[] {
  const [low, high] = names;
  const beyond = ([low, high] as const).flatMap((name) => {
    const bound = validation[name];
    if (typeof bound !== 'number' || (bound >= widest.min && bound <= widest.max)) return noFaults;
    return faulty('out_of_range', `Must be from ${widest.min} to ${widest.max}.`, `/${name}`);
  });
  if (beyond.length > 0 || bounds.min <= bounds.max) return beyond;
  return validation[low] === undefined
    ? faulty('out_of_range', `Must be at least ${bounds.min}.`, `/${high}`)
    : faulty('out_of_range', `Must be at most ${bounds.max}.`, `/${low}`);
}
