import { type Check, faulty, inside, noFaults } from '../../check.ts';
import { fileRulesOf } from '../../file/file-rules.ts';
import type { FieldDefinition } from '../../form/field.ts';
import { chosenTwice, tooManyFiles } from '../answer-faults.ts';

const id = /^[A-Za-z0-9]{1,64}$/;

/** Checks a list of distinct ids of files. Whether the files exist and fit is decided when they are claimed. */
export function filesCheck(field: FieldDefinition): Check {
  const { maxFiles } = fileRulesOf(field);
  return (value) => {
    if (!Array.isArray(value)) return faulty('invalid_type', 'Must be a list of ids of files.');
    const list: readonly unknown[] = value;
    if (list.length > maxFiles) return tooManyFiles(maxFiles);
    return list.flatMap((item, index) => {
      if (typeof item !== 'string' || !id.test(item))
        return inside(index, faulty('invalid_type', 'Must be the id of an uploaded file.'));
      return inside(index, list.indexOf(item) < index ? chosenTwice : noFaults);
    });
  };
}
