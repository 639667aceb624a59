import type { QuestionFigures } from '../../../domain/submission/tally/figures.ts';

/** The name of a question in addresses. A field that was of another kind before is another question. */
export const questionName = ({ kind, field_id: id }: Pick<QuestionFigures, 'kind' | 'field_id'>): string =>
  `${kind}-${id}`;
