import { recoverableStatuses } from '../../../domain/delivery/decider.ts';
import { webhookKinds } from '../../../domain/destination/events.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import type { FormSummary } from '../../../projections/read-models/forms/queries.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { kindLabels } from '../parts/delivery-words.ts';
import { type Described, Field } from '../parts/field.tsx';
import { asLocal, type Chosen } from './choice.ts';
import { statusNames } from './selection.tsx';

interface ChoiceFormProps {
  readonly account: string;
  readonly chosen: Chosen;
  readonly destinations: readonly DestinationView[];
  readonly forms: readonly Pick<FormSummary, 'id' | 'title'>[];
  readonly problems: readonly InputProblem[];
  readonly defaultRate: number;
}

interface MomentProps {
  readonly name: string;
  readonly text: string | undefined;
  readonly described: Described;
}

/** A time that is no date, such as a position of the log, stays as it is. */
const Moment = ({ name, text, described }: MomentProps) =>
  text !== undefined && text !== '' && asLocal(text) === '' ? (
    <input name={name} value={attributeText(text)} {...described} />
  ) : (
    <input type="datetime-local" step="1" name={name} value={asLocal(text)} {...described} />
  );

/** The choice of the webhooks of a recovery. With script, the preview below follows the choice. */
export const ChoiceForm = ({ account, chosen, problems, defaultRate, ...offered }: ChoiceFormProps) => (
  <form
    method="get"
    action="/console/recoveries/new"
    class="editor choice"
    hx-get="/console/recoveries/new"
    hx-trigger="change delay:100ms, input delay:500ms"
    hx-select="#preview"
    hx-select-oob="#since-problem,#until-problem,#per_second-problem"
    hx-target="#preview"
    hx-swap="outerHTML"
    hx-sync="this:replace"
    novalidate
  >
    <input type="hidden" name="account" value={account} />
    {chosen.action === 'cancel' && <input type="hidden" name="action" value="cancel" />}
    <div class="row">
      <Choice
        name="destination"
        label="Destination"
        none={chosen.action === 'cancel' ? 'Every destination' : 'Every enabled destination'}
        values={offered.destinations
          .filter(({ enabled }) => enabled || chosen.action === 'cancel')
          .map(({ id, label }) => [id, label] as const)}
        chosen={chosen.destination}
      />
      <Choice
        name="kind"
        label="Event"
        none="Every kind"
        values={webhookKinds.map((kind) => [kind, kindLabels[kind]] as const)}
        chosen={chosen.kind}
      />
      <Choice
        name="form"
        label="Form"
        none="Every form"
        values={offered.forms.map(({ id, title }) => [id, title] as const)}
        chosen={chosen.form}
      />
    </div>
    {chosen.action !== 'cancel' && (
      <div class="row">
        <Choice
          name="status"
          label="Status"
          none="Failed, exhausted or skipped"
          values={recoverableStatuses.map(
            (status) =>
              [
                status,
                status === 'pending' ? 'Waiting for a later attempt' : `Only ${statusNames[status]}`,
              ] as const,
          )}
          chosen={chosen.status}
        />
      </div>
    )}
    <div class="row">
      <Field
        name="since"
        label="Events since, in UTC"
        problems={problems}
        control={(described) => <Moment name="since" text={chosen.since} described={described} />}
      />
      <Field
        name="until"
        label="Events until, in UTC"
        help="Empty: until now."
        problems={problems}
        control={(described) => <Moment name="until" text={chosen.until} described={described} />}
      />
      <Field
        name="per_second"
        label="Webhooks per second"
        help="1 to 1000, for all destinations together."
        problems={problems}
        control={(described) => (
          <input
            name="per_second"
            inputmode="numeric"
            value={chosen.per_second ?? ''}
            placeholder={String(defaultRate)}
            {...described}
          />
        )}
      />
    </div>
    <button type="submit" class="secondary">
      Count
    </button>
  </form>
);
