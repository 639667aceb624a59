import type { Command } from 'commander';
import { valueOf } from '../../client/explain.ts';
import {
  type CliContext,
  type CommonOptions,
  type OfCopy,
  openSession,
  withProjection,
  withService,
} from '../../context.ts';
import { misused } from '../../failure.ts';
import { asInput, changeFields, type Definition, readDefinition } from '../../forms/definition.ts';
import { type FieldOption, fieldOption, fieldSyntax } from '../../forms/field-option.ts';
import { DefinedForm } from '../../forms/form-fields.ts';
import { printDefinition } from './form-columns.ts';
import { changesLook, lookOf, type LookOptions, withLook } from './look-options.ts';
import { type ResponseOptions, responsesOf, withResponses } from './response-options.ts';

const pathOf = (id: string): string => `/api/admin/v1/forms/${encodeURIComponent(id)}`;

/** `formlog forms show` */
export function addShow(forms: Command, context: CliContext): void {
  withService(
    withProjection(
      forms
        .command('show')
        .description('show a form with its fields; --json prints a definition for "forms edit --file"')
        .argument('<id>', 'the id of the form'),
    ),
    'forms show 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, { projection, ...options }: CommonOptions & OfCopy) => {
    const { api, output } = openSession(context, options);
    const read = await api.call({ method: 'GET', path: pathOf(id), query: { projection } }, DefinedForm);
    const form = valueOf(read);
    const etag = read.ok ? read.value.etag : null;
    printDefinition(output, etag === null ? form : { ...form, etag });
  });
}

interface DefinitionOptions extends CommonOptions, ResponseOptions, LookOptions {
  readonly title?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly language?: string;
  readonly timeZone?: string;
  readonly file?: string;
}

interface CreateOptions extends DefinitionOptions {
  readonly field?: readonly FieldOption[];
  readonly publish?: boolean;
}

const withDefinition = (command: Command): Command =>
  withLook(withResponses(command))
    .option('--title <text>', 'the title of the form')
    .option('--description <text>', 'the description of the form')
    .option('--slug <slug>', 'the readable part of its address, such as spring-survey')
    .option('--language <tag>', 'the language of the form, such as de-CH; "" for none')
    .option('--time-zone <name>', 'the time zone of the form, such as Europe/Berlin; "" for UTC')
    .option('--file <file>', 'a definition in JSON, with "title", "description" and "fields"');

/** `formlog forms create` */
export function addCreate(forms: Command, context: CliContext): void {
  withService(
    withDefinition(forms.command('create').description('create a form from options, or from a file in JSON'))
      .option('--field <field>', `a field; repeat it for each. ${fieldSyntax}`, fieldOption)
      .option('--publish', 'publish the form at once'),
    'forms create --title Feedback --field "name*:short_text:Your name" --field rating:rating --publish',
  ).action(async ({ field, file, publish, ...options }: CreateOptions) => {
    const { members, fields, formId } = definitionOf(file);
    // The slug of the form that the file shows belongs to that form.
    const { slug: _, ...others } = members;
    const body = {
      ...(formId === null ? members : others),
      ...detailsOf(options),
      fields: [...(fields ?? []), ...(field ?? [])],
      ...(publish && { status: 'published' }),
    };
    if (!('title' in body)) throw misused('Give the title with --title, or a definition with --file.');
    const { api, accountPath, output } = openSession(context, options);
    const path = await accountPath('forms');
    const look = await lookOf(options, { api, present: null, picturesPath: () => accountPath('pictures') });
    printDefinition(output, await api.post(path, DefinedForm, { ...body, ...look }));
  });
}

interface EditOptions extends DefinitionOptions {
  readonly addField?: readonly FieldOption[];
  readonly removeField?: readonly string[];
}

const keys = (key: string, before: readonly string[] = []): string[] => [...before, key];

/** `formlog forms edit` */
export function addEdit(forms: Command, context: CliContext): void {
  withService(
    withDefinition(
      forms
        .command('edit')
        .description(
          'change the title, description or fields of a form, unless someone else has changed it meanwhile',
        )
        .argument('<id>', 'the id of the form'),
    )
      .option('--add-field <field>', `add a field; repeat it for each. ${fieldSyntax}`, fieldOption)
      .option('--remove-field <key>', 'remove a field; repeat it for each', keys),
    'forms edit 4fJkZ0qJ2mXr8sVtYb1c --title "Spring survey" --remove-field age --add-field city:short_text',
  ).action(async (id: string, { addField, removeField, file, ...options }: EditOptions) => {
    const { members, fields, etag } = definitionOf(file);
    const details = { ...members, ...detailsOf(options) };
    const changesFields = fields !== null || addField !== undefined || removeField !== undefined;
    if (!changesFields && !changesLook(options) && Object.keys(details).length === 0)
      throw misused('Give at least one option to change. See --help.');
    const { api, accountPath, output } = openSession(context, options);
    const read = await api.call({ method: 'GET', path: pathOf(id) }, DefinedForm);
    const form = valueOf(read);
    const present = fields ?? asInput(form.fields);
    const picturesPath = () => picturesOf(form.account_id, accountPath);
    const body = {
      ...details,
      ...(await lookOf(options, { api, present: form.look ?? null, picturesPath })),
      ...(changesFields && { fields: changeFields(present, addField ?? [], removeField ?? []) }),
    };
    const ifMatch = etag ?? (read.ok ? read.value.etag : null);
    const call = { method: 'PATCH', path: pathOf(id), body, ...(ifMatch !== null && { ifMatch }) } as const;
    printDefinition(output, valueOf(await api.call(call, DefinedForm)));
  });
}

/** Returns the path of the pictures of a form's account, which need not be the chosen one. */
const picturesOf = (
  accountId: string | null | undefined,
  accountPath: (resource: string) => Promise<string>,
): Promise<string> =>
  typeof accountId === 'string'
    ? Promise.resolve(`/api/admin/v1/accounts/${encodeURIComponent(accountId)}/pictures`)
    : accountPath('pictures');

const definitionOf = (file: string | undefined): Definition =>
  file === undefined ? { members: {}, fields: null, etag: null, formId: null } : readDefinition(file);

const detailsOf = ({ title, description, slug, language, timeZone, ...settings }: DefinitionOptions) => ({
  ...responsesOf(settings),
  ...(language !== undefined && { language: language === '' ? null : language }),
  ...(timeZone !== undefined && { time_zone: timeZone === '' ? null : timeZone }),
  ...(title !== undefined && { title }),
  ...(slug !== undefined && { slug }),
  ...(description !== undefined && { description }),
});
