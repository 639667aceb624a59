import Type from 'typebox';
import { DestinationTemplate } from '../../../domain/destination/template.ts';
import { closed, Id, namedClosed } from '../values.ts';

export const TemplateQuery = Type.Object(
  { form_id: Type.Optional({ ...Id, description: 'Fill in the questions of this form.' }) },
  closed,
);

/** The template as the API answers it. */
export const AnsweredTemplate = namedClosed('DestinationTemplate', {
  ...DestinationTemplate.properties,
  formlog: { ...DestinationTemplate.properties.formlog, $id: 'TemplateHeader' },
});
