import { bytesInWords, fileRulesOf } from '../../domain/file/file-rules.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { fileTooLarge, tooManyFiles, wrongFileType } from '../../domain/submission/answer-faults.ts';
import { attributeText } from '../parts/attribute-text.ts';
import { type ControlProps, idOf } from './control-props.ts';
import { filesInTexts, fileText } from './file-texts.ts';
import { fileTypesInWords } from './file-types-in-words.ts';

/** What a browser offers to choose; nothing for groups that browsers do not know. */
function acceptOf(types: readonly string[]): { readonly accept?: string } {
  const known = types.map((type) =>
    ['image', 'audio', 'video'].includes(type) ? `${type}/*` : type.includes('/') ? type : null,
  );
  return known.length > 0 && known.every((type) => type !== null) ? { accept: known.join(',') } : {};
}

interface FileControlProps extends ControlProps {
  /** The address for uploads; null where nothing is uploaded, as in a preview. */
  readonly upload: string | null;
}

/** Every one of these faults has one message. */
const unread = { message: '' };

/** Files to choose, and those that have arrived: a box that is unticked leaves out its file. */
export function FileControl({ field, typed, described, texts, upload }: FileControlProps): JSX.Element {
  const { maxFiles, maxBytes, types } = fileRulesOf(field);
  const kept = filesInTexts(typed[field.key]);
  const isFull = kept.length >= maxFiles;
  return (
    <>
      <div class="choices files" data-files>
        {kept.map((file) => (
          <label>
            <input type="checkbox" name={field.key} value={attributeText(fileText(file))} checked />
            <span dir="auto" safe>
              {file.name}
            </span>
          </label>
        ))}
      </div>
      <input
        type="file"
        id={`${idOf(field)}-files`}
        name={field.key}
        aria-label={field.label}
        multiple={maxFiles > 1}
        required={field.required && kept.length === 0}
        data-max-files={String(maxFiles)}
        data-too-many={texts.problem(tooManyFiles(maxFiles)[0] ?? unread)}
        data-too-large={texts.problem(fileTooLarge('{name}', bytesInWords(maxBytes))[0] ?? unread)}
        data-wrong-type={texts.problem(wrongFileType('{name}', '{type}')[0] ?? unread)}
        data-lost={texts.say('fileLost', { name: '{name}' })}
        {...(upload !== null && { 'data-upload': upload })}
        {...acceptOf(types)}
        {...described}
      />
      {!isFull && (
        <small {...texts.attributes} safe>
          {texts.joined([
            texts.say('fileLimit', { max: maxFiles, size: bytesInWords(maxBytes) }),
            ...(types.length > 0 ? [fileTypesInWords(types, texts)] : []),
          ])}
        </small>
      )}
    </>
  );
}

/** Whether people are asked for files. */
export const asksForFiles = (fields: readonly FieldDefinition[]): boolean =>
  fields.some(({ kind, hidden }) => kind === 'file' && !hidden);
