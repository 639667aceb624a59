import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { Value } from 'typebox/value';
import {
  blanksOf,
  DestinationTemplate,
  ReadableTemplate,
} from '../../../../api/contract/webhooks/destination-template.ts';
import { pointer } from '../../../../domain/check.ts';
import { resolveQuestions } from '../../../../domain/destination/resolve-questions.ts';
import type { Problem } from '../../../../domain/errors.ts';
import { askedQuestions } from '../../../../domain/form/definition.ts';
import { fileReason } from '../../../file-reason.ts';
import type { Api } from '../../client/api.ts';
import { valueOf } from '../../client/explain.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused, refused } from '../../failure.ts';
import { FormFields } from '../../forms/form-fields.ts';
import { everyFault } from '../../input/every-fault.ts';
import { readJson } from '../../input/json-file.ts';

interface TemplateOptions extends CommonOptions {
  readonly form?: string;
  readonly out?: string;
}

/** `formlog destinations template` */
export function addTemplate(destinations: Command, context: CliContext): void {
  withService(
    destinations
      .command('template')
      .description('print a template for "destinations add --template"')
      .option('--form <id>', 'include the questions of this form')
      .option('--out <file>', 'write it to a new file'),
    'destinations template --form 4tYb9QmZ1xLr7cVd2KsA --out crm.json',
  ).action(async ({ form, out, ...options }: TemplateOptions) => {
    const { api, output } = openSession(context, options);
    const path = '/api/admin/v1/destinations/template';
    const query = { form_id: form };
    const template = await api.get(path, DestinationTemplate, query);
    const text = `${JSON.stringify(template, null, 2)}\n`;
    if (out === undefined)
      return void context.streams.stdout.write(output.json ? `${JSON.stringify(template)}\n` : text);
    try {
      writeFileSync(out, text, { flag: 'wx' });
    } catch (error) {
      throw misused(`${out} cannot be written: ${fileReason(error)}.`);
    }
    output.record({ file: out });
    output.print(`Fill in ${out}, then: formlog destinations add --template ${out}`);
  });
}

/**
 * Reads a completed template as a request.
 * @param form replaces the template's form
 * @throws CommandFailure naming every fault of the template
 */
export async function readTemplate(api: Api, file: string, form: string | undefined) {
  const value = readJson(file);
  const readable = Value.Check(ReadableTemplate, value) ? value : {};
  const { includedQuestions: labels = [], formId = null } = readable;
  const formOfRequest = form ?? formId;
  const problems = [
    ...shapeProblems(value),
    ...blanksOf(readable),
    ...(await formProblems(api, formOfRequest, labels, form === undefined)),
  ];
  if (problems.length > 0 || !Value.Check(DestinationTemplate, value)) throw faultyTemplate(file, problems);
  const { formlog, url, events, enabled, signature } = value;
  return {
    label: formlog.label,
    url,
    events,
    enabled,
    form_id: formOfRequest,
    included_questions: labels,
    ...(signature !== undefined && { signature }),
  };
}

/** @param isNamed whether the template names the form itself */
async function formProblems(
  api: Api,
  formId: string | null,
  labels: readonly string[],
  isNamed: boolean,
): Promise<Problem[]> {
  if (formId === null) return [];
  const path = `/api/admin/v1/forms/${encodeURIComponent(formId)}`;
  const read = await api.call({ method: 'GET', path }, FormFields);
  if (!read.ok && isNamed && read.error.kind === 'refused' && read.error.status === 404)
    return [{ path: '/formId', code: 'invalid_option', message: 'The form does not exist.' }];
  const questions = askedQuestions(valueOf(read).fields);
  const resolved = resolveQuestions('/includedQuestions', labels, [{ id: formId, title: formId, questions }]);
  return resolved.ok ? [] : resolved.error;
}

/** Reports the first fault of each path. */
function faultyTemplate(file: string, problems: readonly Problem[]) {
  const lines = new Map(
    problems.toReversed().map(({ path, message }) => [path, `  ${path || '/'} ${message}`]),
  );
  return refused([`${file} cannot be used:`, ...[...lines.values()].reverse()].join('\n'));
}

const shapeProblems = (value: unknown): Problem[] =>
  everyFault(() => Value.Errors(DestinationTemplate, value)).flatMap((fault): Problem[] => {
    const { keyword, instancePath: path, message } = fault;
    switch (keyword) {
      case 'required':
        return fault.params.requiredProperties.map((name) => ({
          path: path + pointer(name),
          code: 'required',
          message: 'Is required.',
        }));
      case 'additionalProperties':
        return fault.params.additionalProperties.map((name) => ({
          path: path + pointer(name),
          code: 'unknown_field',
          message: 'Is not a known field.',
        }));
      case 'boolean':
        // An unknown member is reported at the object that contains it.
        return [];
      case 'enum': {
        const allowed = `Must be one of: ${fault.params.allowedValues.join(', ')}.`;
        return [{ path, code: 'invalid_option', message: allowed }];
      }
      case 'pattern':
        return [{ path, code: 'invalid_format', message: 'Must be an https URL.' }];
      default:
        return [{ path, code: 'invalid_type', message: `${message}.` }];
    }
  });
