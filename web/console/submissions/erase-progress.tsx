import type { FastifyRequest } from 'fastify';
import type { EraseStep } from '../../../api/requests/erase-next.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { eraseAddress } from './chosen-rows.tsx';
import type { Selection } from './selection.ts';
import { StepFields } from './step-fields.tsx';

interface ProgressProps {
  readonly request: FastifyRequest;
  /** The title of the form, quoted. */
  readonly form: string;
  readonly list: string;
  readonly selection: Selection;
  readonly total: number;
  readonly erased: number;
  readonly step: Pick<EraseStep, 'after' | 'isWaiting'>;
}

/** How far an erasure is. With script it goes on by itself, as long as the page is open. */
export const EraseProgress = ({ request, form, list, selection, total, erased, step }: ProgressProps) => {
  const action = eraseAddress(selection.formId);
  const text = `${erased.toLocaleString('en')} of ${total.toLocaleString('en')} submissions to ${form} are being erased.`;
  return (
    <div id="erasing">
      <p class="lead" role="status" safe>
        {text}
      </p>
      <progress max={String(Math.max(1, total))} value={String(erased)} aria-label="Erased" />
      <p>
        {step.isWaiting
          ? 'The account has as many erasures in progress as it may have. The rest follows as they end.'
          : 'Keep this page open. If you leave it, the rest is not erased; you can select it again at any time.'}
      </p>
      <form
        method="post"
        action={action}
        hx-post={action}
        hx-trigger={step.isWaiting ? 'load delay:3s' : 'load delay:50ms'}
        hx-target="#erasing"
        hx-select="#erasing"
        hx-swap="outerHTML"
      >
        <StepFields
          request={request}
          selection={selection}
          total={total}
          erased={erased}
          after={step.after}
        />
        <noscript>
          <button type="submit" class="danger">
            Erase the next
          </button>
        </noscript>
        <a href={attributeText(list)}>Stop here</a>
      </form>
    </div>
  );
};
