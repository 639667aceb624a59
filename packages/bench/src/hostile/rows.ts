import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { submissionBytes } from '../../../../api/http/body-limits.ts';
import { newForm } from '../api/form.ts';
import { answersTo, typedAnswers } from './answers.ts';
import { fileRows } from './file-rows.ts';
import { acceptedForm, hostileForm } from './forms.ts';
import {
  formRequest,
  hostileJson,
  hostileQuery,
  type HostileRequest,
  hostileSending,
  jsonRequest,
} from './requests.ts';
import type { HostileRow } from './row.ts';
import { savingRows } from './saving-rows.ts';
import type { Genes } from './search.ts';
import type { WatchedService } from './service.ts';
import { largest, says } from './sizes.ts';
import { anonymousRows, readRows, smallWriteRows } from './small-rows.ts';

const api = '/api/public/v1';
const keys = newForm.fields.map(({ key }) => key);
const Listed = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });

/** A form that browsers send faster than this is taken for the work of a program, in ms. */
const typingMs = 1_600;

/** The token of a form's page. */
async function tokenOf(service: WatchedService, formId: string): Promise<string> {
  const { text } = await service.cost({ method: 'GET', path: `/f/${formId}` });
  return /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** A new form of the largest size that is accepted. */
async function definedForm(service: WatchedService, genes: Genes) {
  const form = acceptedForm(genes);
  const id = form && (await service.define(form));
  return form === null || id === null ? null : { id, fields: form.fields };
}

/** The largest body with answers that fits. @param encode the body for texts of a size, from 0 to 1 */
function largestBody(encode: (size: number) => string, most: number): string {
  const size = largest(64, (step) => Buffer.byteLength(encode(step / 64)) <= most) / 64;
  return encode(size);
}

/** What the answers to a form say: the fields of all its versions decide how much there is to count. */
const answerRow: HostileRow = {
  name: 'answers',
  routes: [`GET ${api}/forms/:id/answers`],
  prepare: (service) => async (genes) => {
    const form = await definedForm(service, genes);
    return form && { method: 'GET', path: `${api}/forms/${form.id}/answers` };
  },
};

/** The public forms. */
const formRows: readonly HostileRow[] = [
  {
    name: 'page',
    routes: ['GET /f/:form'],
    // A new form each time: its page is rendered once.
    prepare: (service) => async (genes) => {
      const form = await definedForm(service, genes);
      return form && { method: 'GET', path: `/f/${form.id}` };
    },
  },
  {
    name: 'prefilled-page',
    routes: ['GET /f/:form'],
    prepare: (_, formId) => async (genes) => hostileQuery(genes, `/f/${formId}`, keys),
  },
  {
    name: 'thanks',
    routes: ['GET /f/:form/thanks'],
    prepare: (_, formId) => async (genes) => hostileQuery(genes, `/f/${formId}/thanks`, keys),
  },
  {
    name: 'unknown-form',
    routes: ['GET /f/:form', 'GET /f/:form/thanks'],
    prepare: () => async (genes) => hostileQuery(genes, '/f/unknown', keys),
  },
  {
    name: 'send',
    routes: ['POST /f/:form'],
    async prepare(service, formId) {
      const token = await tokenOf(service, formId);
      return async (genes) => hostileSending(genes, `/f/${formId}`, keys, token);
    },
  },
  {
    name: 'send-largest',
    routes: ['POST /f/:form'],
    tries: 40,
    prepare: (service) => async (genes) => {
      const form = await definedForm(service, genes);
      if (!form) return null;
      const token = await tokenOf(service, form.id);
      await delay(typingMs);
      const encode = (size: number) =>
        `formToken=${encodeURIComponent(token)}&${typedAnswers(answersTo(form.fields, genes, size))}`;
      return formRequest(`/f/${form.id}`, largestBody(encode, 2_097_000));
    },
  },
  {
    name: 'send-mistakes',
    routes: ['POST /f/:form'],
    prepare: (service) => async (genes) => {
      const form = await definedForm(service, genes);
      if (!form) return null;
      const token = await tokenOf(service, form.id);
      const wrong = form.fields.map(({ key }) => `${key}=${says(genes, 14) ? '' : 'aaaaaaaa'}`);
      return formRequest(`/f/${form.id}`, [`formToken=${encodeURIComponent(token)}`, ...wrong].join('&'));
    },
  },
];

/** A submission whose answers fill the limit of its body, or their form. */
function largestSubmission(
  form: NonNullable<Awaited<ReturnType<typeof definedForm>>>,
  genes: Genes,
): HostileRequest {
  const encode = (size: number) =>
    JSON.stringify({ form_id: form.id, answers: answersTo(form.fields, genes, size) });
  return {
    method: 'POST',
    path: `${api}/submissions`,
    type: 'application/json',
    body: largestBody(encode, submissionBytes),
  };
}

/** The public API's writes. */
const writeRows: readonly HostileRow[] = [
  {
    name: 'submission',
    routes: [`POST ${api}/submissions`],
    prepare: (_, formId) => async (genes) =>
      hostileJson(genes, `${api}/submissions`, (answers) => ({ form_id: formId, answers })),
  },
  {
    name: 'submission-largest',
    routes: [`POST ${api}/submissions`],
    prepare: (service) => async (genes) => {
      const form = await definedForm(service, genes);
      return form && largestSubmission(form, genes);
    },
  },
  {
    name: 'define',
    routes: [`POST ${api}/forms`],
    prepare: () => async (genes) =>
      jsonRequest(`${api}/forms`, (says(genes, 12) ? acceptedForm(genes) : null) ?? hostileForm(genes)),
  },
  {
    name: 'change-form',
    routes: [`PATCH ${api}/forms`],
    async prepare(service, formId) {
      const id = (await service.define(newForm)) ?? formId;
      return async (genes) => {
        const { fields } = acceptedForm(genes) ?? hostileForm(genes);
        return jsonRequest(`${api}/forms`, { id, fields }, 'PATCH');
      };
    },
  },
  {
    name: 'destination',
    routes: [`POST ${api}/destinations`],
    prepare: () => async (genes) =>
      hostileJson(genes, `${api}/destinations`, (members) => ({ url: 'x', included_questions: members })),
  },
];

/** One thing each, of the largest size, as its own route shows it. */
const oneRows: readonly HostileRow[] = [
  {
    name: 'one-form',
    routes: [`GET ${api}/forms`, `GET ${api}/forms/:id`],
    prepare: (service) => async (genes) => {
      const form = await definedForm(service, genes);
      return (
        form && {
          method: 'GET',
          path: says(genes, 11) ? `${api}/forms?id=${form.id}` : `${api}/forms/${form.id}`,
        }
      );
    },
  },
  {
    name: 'one-submission',
    routes: [`GET ${api}/submissions`, `GET ${api}/submissions/:id`],
    prepare: (service) => async (genes) => {
      const form = await definedForm(service, genes);
      if (!form) return null;
      const path = `${api}/submissions`;
      const { status } = await service.cost(largestSubmission(form, genes));
      if (status !== 201) return null;
      const { text } = await service.cost({ method: 'GET', path: `${path}?form_id=${form.id}` });
      const [made] = Value.Parse(Listed, JSON.parse(text)).data;
      return made
        ? { method: 'GET', path: says(genes, 11) ? `${path}?id=${made.id}` : `${path}/${made.id}` }
        : null;
    },
  },
];

export const hostileRows: readonly HostileRow[] = [
  ...formRows,
  answerRow,
  ...savingRows(keys, tokenOf),
  ...fileRows(tokenOf),
  ...writeRows,
  ...oneRows,
  ...smallWriteRows,
  ...readRows,
  ...anonymousRows,
];
