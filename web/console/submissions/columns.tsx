import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Id as IdText } from '../../../api/contract/values.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { Routes } from '../parts/routes.ts';
import { readColumns, setColumns } from '../session/cookies.ts';
import { FormToken } from '../shell.tsx';

/** The columns beside those of the questions. */
export const ownColumns = ['status', 'source', 'version', 'corrected', 'id'] as const;
export type OwnColumn = (typeof ownColumns)[number];

const labels: Readonly<Record<OwnColumn, string>> = {
  status: 'Status',
  source: 'Source',
  version: 'Version of the form',
  corrected: 'Corrected',
  id: 'Id',
};

/** The columns of a list of one form that are shown. */
export interface ShownColumns {
  readonly own: ReadonlySet<OwnColumn>;
  /** Questions of the present form, in its order. */
  readonly questions: readonly { readonly fieldId: string; readonly label: string }[];
}

/** So many questions have a column until a person chooses. */
const usualQuestions = 8;
const usual: readonly OwnColumn[] = ['status', 'corrected', 'id'];

/** The cookie keeps the choices for so many forms, the last chosen first, and of each field the end of its id. */
const [keptForms, keptEnd, keptColumns] = [8, 8, 40];

const Kept = Compile(
  Type.Array(Type.Tuple([Type.String(), Type.Array(Type.String(), { maxItems: keptColumns })]), {
    maxItems: keptForms,
  }),
);

function keptChoices(
  request: FastifyRequest,
): readonly (readonly [form: string, columns: readonly string[]])[] {
  try {
    const kept: unknown = JSON.parse(readColumns(request) ?? '[]');
    return Kept.Check(kept) ? kept : [];
  } catch {
    return [];
  }
}

const endOf = (id: string): string => id.slice(-keptEnd);

const askedIn = ({ fields }: Pick<FormView, 'fields'>) => fields.filter(({ kind }) => kind !== 'statement');

/** The columns that a person has chosen for a form in this browser, or the usual ones. */
export function columnsOf(request: FastifyRequest, form: Pick<FormView, 'id' | 'fields'>): ShownColumns {
  const [, chosen] = keptChoices(request).find(([id]) => id === form.id) ?? [];
  const asked = askedIn(form);
  const shown = chosen
    ? asked.filter(({ id }) => chosen.includes(endOf(id)))
    : asked.slice(0, usualQuestions);
  return {
    own: new Set(ownColumns.filter((name) => (chosen ?? usual).includes(name))),
    questions: shown.map(({ id, label }) => ({ fieldId: id, label })),
  };
}

const path = '/console/submissions/columns';

interface ColumnsProps {
  readonly request: FastifyRequest;
  readonly form: Pick<FormView, 'id' | 'fields'>;
  readonly shown: ShownColumns;
}

const Check = ({ value, label, checked }: { value: string; label: string; checked: boolean }) => (
  <label class="check">
    <input type="checkbox" name="show" value={value} checked={checked} />
    <span dir="auto" safe>
      {label}
    </span>
  </label>
);

/** The choice of columns; without script, too. */
export const ColumnsForm = ({ request, form, shown }: ColumnsProps) => {
  const isShown = new Set(shown.questions.map(({ fieldId }) => fieldId));
  return (
    <details class="columns">
      <summary>Columns</summary>
      <form method="post" action={path}>
        <FormToken request={request} />
        <input type="hidden" name="form" value={attributeText(form.id)} />
        <input type="hidden" name="to" value={attributeText(request.url)} />
        <fieldset>
          <legend>Questions</legend>
          {askedIn(form).map(({ id, label }) => (
            <Check value={endOf(id)} label={label} checked={isShown.has(id)} />
          ))}
        </fieldset>
        <fieldset>
          <legend>Other columns</legend>
          {ownColumns.map((name) => (
            <Check value={name} label={labels[name]} checked={shown.own.has(name)} />
          ))}
        </fieldset>
        <div class="buttons">
          <button type="submit">Show these</button>
          <button type="submit" name="usual" value="on" class="secondary">
            Show the usual ones
          </button>
        </div>
        <small>This browser keeps the choice for the form, of at most {keptColumns} columns.</small>
      </form>
    </details>
  );
};

const ColumnsBody = Type.Object({
  form: IdText,
  to: Type.String({ pattern: '^/console/submissions\\?', maxLength: 2_000 }),
  show: Type.Optional(
    Type.Union([Type.String({ maxLength: 100 }), Type.Array(Type.String({ maxLength: 100 }))]),
  ),
  usual: Type.Optional(Type.Enum(['on'])),
});

/** Keeps a choice of columns in the browser. */
export function columnChoice(app: Routes): void {
  app.post(
    path,
    { config: { allowsAnyRole: true }, schema: { body: ColumnsBody } },
    async (request, reply): Promise<FastifyReply> => {
      const { form, to, show = [], usual: isUsual } = request.body;
      const others = keptChoices(request).filter(([id]) => id !== form);
      const chosen = [form, [show].flat().slice(0, keptColumns)] as const;
      const kept = isUsual === 'on' ? others : [chosen, ...others];
      setColumns(request, reply, JSON.stringify(kept.slice(0, keptForms)));
      return reply.redirect(to, 303);
    },
  );
}
