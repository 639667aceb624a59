import type { InputProblem } from '../../check-input.ts';
import type { FormDraft } from './draft.ts';
import { TextControl } from './field-editor.tsx';

interface SlugProps {
  readonly draft: Pick<FormDraft, 'slug'>;
  readonly problems: readonly InputProblem[];
}

/** The part of a form's address that people read. */
export const SlugControl = ({ draft, problems }: SlugProps) => (
  <TextControl
    name="slug"
    label="Slug"
    value={draft.slug}
    problems={problems}
    path="/slug"
    help="The readable part of the address: lower-case letters, digits and hyphens. Addresses with a former slug redirect to the current one."
  />
);
