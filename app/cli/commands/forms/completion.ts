import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { FormCompletion } from '../../../../api/contract/forms/completion.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { type Column, printItem, printList } from '../../terminal/output.ts';

const StoppedAfter = response(FormCompletion.properties.stopped_after.items, 'field_id', 'open', 'expired');
const Completion = Type.Intersect([
  response(Type.Omit(FormCompletion, ['stopped_after']), 'begun', 'completed', 'open', 'expired'),
  Type.Object({ stopped_after: Type.Array(StoppedAfter) }),
]);

const columns: readonly Column<Static<typeof Completion>>[] = [
  ['begun', ({ begun }) => begun],
  ['completed', ({ completed }) => completed],
  ['share', ({ begun, completed }) => (begun === 0 ? null : `${Math.round((completed / begun) * 100)} %`)],
  ['open', ({ open }) => open],
  ['expired', ({ expired }) => expired],
];

const stopColumns: readonly Column<Static<typeof StoppedAfter>>[] = [
  ['last answered', ({ key, field_id: id }) => key ?? id, 'whole'],
  ['question', ({ label }) => label ?? '(removed)'],
  ['open', ({ open }) => open],
  ['expired', ({ expired }) => expired],
];

/** `formlog forms completion` */
export function addCompletion(forms: Command, context: CliContext): void {
  withService(
    forms
      .command('completion')
      .description('show how many begun submissions are completed, and where people stop')
      .argument('<id>', 'the id of the form'),
    'forms completion 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const found = await api.get(`/api/admin/v1/forms/${encodeURIComponent(id)}/completion`, Completion);
    printItem(output, found, columns);
    if (output.json) return;
    output.print('');
    printList(output, found.stopped_after, stopColumns, 'The form has no fields.');
  });
}
