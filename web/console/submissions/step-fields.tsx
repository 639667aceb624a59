import type { FastifyRequest } from 'fastify';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { FormToken } from '../shell.tsx';
import { givenIn } from './download.tsx';
import type { Selection } from './selection.ts';

interface StepProps {
  readonly request: FastifyRequest;
  readonly selection: Selection;
  readonly total: number;
  readonly erased: number;
  readonly after: Keyset | undefined;
}

/** The fields of the form whose next request erases some of what is selected. */
export const StepFields = ({ request, selection, total, erased, after }: StepProps) => {
  const { ids, filters, asked } = selection;
  const fields: readonly (readonly [name: string, text: string])[] = [
    ...ids.map((id) => ['id', id] as const),
    ...(ids.length > 0 ? [] : givenIn(filters)),
    ['asked', asked.toISOString()],
    ['total', String(total)],
    ['erased', String(erased)],
    ...(after ? ([['after_at', after.at] as const, ['after_id', after.id] as const] as const) : []),
  ];
  return (
    <>
      <FormToken request={request} />
      {fields.map(([name, text]) => (
        <input type="hidden" name={name} value={attributeText(text)} />
      ))}
    </>
  );
};
