import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { signatureSchemes, webhookKinds } from '../../../domain/destination/events.ts';
import type { FormSummary } from '../../../projections/read-models/forms/queries.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { textareaText } from '../../parts/textarea-text.ts';
import { Field, problemOf } from '../parts/field.tsx';
import { FormToken } from '../shell.tsx';
import type { DestinationDraft } from './draft.ts';
import { signatureLabels } from './status.tsx';

export interface DestinationFormProps {
  readonly request: FastifyRequest;
  /** Where the form is sent; `check` below it answers the problems and writes nothing. */
  readonly action: string;
  readonly check: string;
  readonly draft: DestinationDraft;
  readonly problems: readonly InputProblem[];
  readonly forms: readonly Pick<FormSummary, 'id' | 'title'>[];
  readonly isNew: boolean;
  /** The address that Cancel leads to. */
  readonly back: string;
}

/** The events that a destination can receive. */
const kinds: Readonly<Record<(typeof webhookKinds)[number], string>> = {
  'submission.created': 'A form is submitted',
  'submission.payment_completed': 'The payment of a submission is completed',
  'submission.corrected': 'The answers of a submission are corrected',
  'form.published': 'A form is published',
};

const Events = ({ draft, problems }: Pick<DestinationFormProps, 'draft' | 'problems'>) => (
  <fieldset>
    <legend>Events</legend>
    {webhookKinds.map((kind) => (
      <label>
        <input type="checkbox" name="events" value={kind} checked={draft.events.includes(kind)} />
        <span safe>{kinds[kind]}</span> <code>{kind}</code>
      </label>
    ))}
    <small class="fault" id="events-problem" aria-live="polite" safe>
      {problemOf(problems, 'events')}
    </small>
  </fieldset>
);

const Content = ({ draft, problems, forms }: Pick<DestinationFormProps, 'draft' | 'problems' | 'forms'>) => (
  <div class="row">
    <Field
      name="form_id"
      label="Form"
      problems={problems}
      control={(described) => (
        <select name="form_id" {...described}>
          <option value="">Every form of the account</option>
          {forms.map(({ id, title }) => (
            <option value={id} selected={id === draft.form_id} safe>
              {title}
            </option>
          ))}
          {draft.form_id !== '' && !forms.some(({ id }) => id === draft.form_id) && (
            <option value={draft.form_id} selected safe>
              {draft.form_id}
            </option>
          )}
        </select>
      )}
    />
    <Field
      name="included_questions"
      label="Questions whose answers are sent"
      help="One per line: its label, key or id. If empty, all answers are sent, including those to later questions."
      problems={problems}
      control={(described) => (
        <textarea name="included_questions" rows="3" {...described} safe>
          {textareaText(draft.included_questions)}
        </textarea>
      )}
    />
  </div>
);

const Limits = ({ draft, problems }: Pick<DestinationFormProps, 'draft' | 'problems'>) => (
  <div class="row">
    <Field
      name="concurrency"
      label="Concurrent requests"
      help="1 to 64."
      problems={problems}
      control={(described) => (
        <input name="concurrency" inputmode="numeric" value={draft.concurrency} {...described} />
      )}
    />
    <Field
      name="rate_per_second"
      label="Requests per second"
      help="The maximum; empty for no limit."
      problems={problems}
      control={(described) => (
        <input name="rate_per_second" inputmode="decimal" value={draft.rate_per_second} {...described} />
      )}
    />
  </div>
);

const Signature = ({
  draft,
  problems,
  isNew,
}: Pick<DestinationFormProps, 'draft' | 'problems' | 'isNew'>) => (
  <div class="row">
    <Field
      name="signature"
      label="Signature"
      help="How the receiver verifies that a webhook is genuine."
      problems={problems}
      control={(described) => (
        <select name="signature" {...described}>
          {signatureSchemes.map((scheme) => (
            <option value={scheme} selected={scheme === draft.signature} safe>
              {signatureLabels[scheme]}
            </option>
          ))}
        </select>
      )}
    />
    {isNew && (
      <Field
        name="signing_secret"
        label="A secret of your own"
        help="If left empty, the service generates one."
        problems={problems}
        control={(described) => (
          <input
            name="signing_secret"
            autocomplete="off"
            value={attributeText(draft.signing_secret)}
            {...described}
          />
        )}
      />
    )}
  </div>
);

/** The settings of a destination. While they are typed, the problems appear beside them. */
export const DestinationForm = ({ request, action, check, isNew, back, ...props }: DestinationFormProps) => {
  const { draft, problems } = props;
  return (
    <form
      method="post"
      action={action}
      class="editor"
      novalidate
      hx-post={check}
      hx-trigger="input delay:300ms, change delay:50ms"
      hx-swap="none"
      hx-sync="this:replace"
    >
      <FormToken request={request} />
      {/* Sent twice, the destination is added once. */}
      {isNew && <input type="hidden" name="once" value={randomUUID()} />}
      <Field
        name="label"
        label="Label"
        help="A name for people."
        problems={problems}
        control={(described) => (
          <input name="label" value={attributeText(draft.label)} required autofocus {...described} />
        )}
      />
      <Field
        name="url"
        label="Address"
        help="An https address of yours that answers with 2xx within seconds."
        problems={problems}
        control={(described) => (
          <input type="url" name="url" value={attributeText(draft.url)} required {...described} />
        )}
      />
      <Events draft={draft} problems={problems} />
      <Content {...props} />
      <Limits draft={draft} problems={problems} />
      <Signature draft={draft} problems={problems} isNew={isNew} />
      {isNew && (
        <label>
          <input type="checkbox" name="enabled" value="on" checked={draft.enabled} />
          Send from now on
        </label>
      )}
      <div class="buttons">
        <button type="submit">{isNew ? 'Add the destination' : 'Save'}</button>
        <a href={back}>Cancel</a>
      </div>
    </form>
  );
};
