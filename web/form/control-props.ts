import type { FieldDefinition } from '../../domain/form/field.ts';
import type { EnteredTexts } from './entered-texts.ts';
import type { Texts } from './texts.ts';

/** The properties of the controls of a field. */
export interface ControlProps {
  readonly field: FieldDefinition;
  readonly typed: EnteredTexts;
  /** The attributes that name the help and the problem of the field. */
  readonly described: Described;
  /** The page's own texts, in the language of the form. */
  readonly texts: Texts;
}

export type Described = Readonly<{ 'aria-describedby'?: string; 'aria-invalid'?: 'true' }>;

/** The id of the first control of a field, or of its group. */
export const idOf = ({ key }: FieldDefinition): string => `f-${key}`;
