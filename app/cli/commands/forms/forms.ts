import type { Command } from 'commander';
import { formStatuses } from '../../../../domain/form/decider.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { Form } from '../../forms/form-fields.ts';
import { integerFrom, oneOf } from '../../input/option-values.ts';
import { printItem, printList } from '../../terminal/output.ts';
import { withExample } from '../../with-json.ts';
import { addAnswers } from './answers.ts';
import { addCompletion } from './completion.ts';
import { addCreate, addEdit, addShow } from './define-forms.ts';
import { columns } from './form-columns.ts';

interface ListOptions extends CommonOptions {
  readonly status?: string;
  readonly projection?: string;
  readonly limit: number;
}

/** `formlog forms …` */
export function defineForms(forms: Command, context: CliContext): void {
  withExample(forms, 'forms list --status published');

  withService(
    forms
      .command('list')
      .description('list the forms, newest first')
      .option('--status <status>', `only this status: ${formStatuses.join(', ')}`, oneOf(formStatuses))
      .option('--projection <copy>', 'read a copy made by formlog projections replay --into')
      .option('--limit <number>', 'the maximum number of rows', integerFrom(1, 100_000), 50),
    'forms list --status published',
  ).action(async ({ status, projection, limit, ...options }: ListOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = await accountPath('forms');
    const items = await api.list(path, Form, { status, projection }, limit);
    printList(
      output,
      items,
      columns,
      'No forms found. Create one with "formlog forms create", or "formlog import FILE.csv".',
    );
  });

  addShow(forms, context);
  addCreate(forms, context);
  addEdit(forms, context);
  addCompletion(forms, context);
  addAnswers(forms, context);

  const move = (name: string, status: string, description: string) =>
    withService(
      forms.command(name).description(description).argument('<id>', 'the id of the form'),
      `forms ${name} 4fJkZ0qJ2mXr8sVtYb1c`,
    ).action(async (id: string, options: CommonOptions) => {
      const { api, output } = openSession(context, options);
      const path = `/api/admin/v1/forms/${encodeURIComponent(id)}`;
      const form = await api.patch(path, Form, { status });
      printItem(output, form, columns);
    });
  move('publish', 'published', 'open a form for submissions');
  move('close', 'closed', 'close a form to submissions');
  move('archive', 'archived', 'archive a form: it takes no submissions and keeps those it has');
  move('draft', 'draft', 'return a published or an archived form to draft');
}
