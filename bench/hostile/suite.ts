import { jsonBytes } from '../../api/http/body-limits.ts';
import type { Suite } from '../harness/suite.ts';
import { answersOf, newForm } from '../api/form.ts';
import { hostileForm, hostileJson, hostileQuery, hostileSending, type HostileRequest } from './requests.ts';
import { hostileRow } from './row.ts';

const keys = newForm.fields.map(({ key }) => key);
const json = (path: string, body: object): HostileRequest => ({
  ...{ method: 'POST', path, type: 'application/json', body: JSON.stringify(body) },
});
const form = (path: string, body: string): HostileRequest => ({
  ...{ method: 'POST', path, type: 'application/x-www-form-urlencoded', body },
});

/** Routes that take a query alone. */
const reads: Readonly<Record<string, string>> = {
  forms: '/api/public/v1/forms',
  submissions: '/api/public/v1/submissions',
  deliveries: '/api/public/v1/deliveries',
  template: '/api/public/v1/destinations/template',
  'unknown-form': '/f/unknown',
  embed: '/embed.js',
  openapi: '/openapi.json',
  docs: '/docs/json',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  'sign-in-page': '/console/sign-in',
};

/** The most expensive requests of each public route, found by a search. */
export const hostile: Suite = {
  name: 'hostile',
  rows: [
    hostileRow('page', async (service, formId) => ({
      ordinary: { method: 'GET', path: `/f/${formId}` },
      // A new form each time: its page is rendered once.
      async hostile(genes) {
        const id = await service.define(hostileForm(genes));
        return id === null ? null : { method: 'GET', path: `/f/${id}` };
      },
    })),
    hostileRow('prefilled-page', async (_, formId) => ({
      ordinary: { method: 'GET', path: `/f/${formId}?name=Ada` },
      hostile: async (genes) => hostileQuery(genes, `/f/${formId}`, keys),
    })),
    hostileRow('send', async (service, formId) => {
      const { text } = await service.cost({ method: 'GET', path: `/f/${formId}` });
      const token = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
      return {
        ordinary: form(`/f/${formId}`, 'formToken=x&name=Ada'),
        hostile: async (genes) => hostileSending(genes, `/f/${formId}`, keys, token),
      };
    }),
    hostileRow('send-hostile-form', async (service, formId) => ({
      ordinary: form(`/f/${formId}`, 'formToken=x&name=Ada'),
      async hostile(genes) {
        const id = await service.define(hostileForm(genes));
        return id === null
          ? null
          : form(`/f/${id}`, Array.from({ length: 500 }, (_, n) => `k${n}=aaaaaaaa`).join('&'));
      },
    })),
    hostileRow('submission', async (_, formId) => ({
      ordinary: json('/api/public/v1/submissions', { form_id: formId, answers: answersOf(1) }),
      hostile: async (genes) =>
        hostileJson(genes, '/api/public/v1/submissions', (answers) => ({ form_id: formId, answers })),
    })),
    hostileRow('define', async () => ({
      ordinary: json('/api/public/v1/forms', newForm),
      async hostile(genes) {
        const request = json('/api/public/v1/forms', hostileForm(genes));
        return Buffer.byteLength(request.body ?? '') > jsonBytes ? null : request;
      },
    })),
    hostileRow('destination', async () => ({
      ordinary: json('/api/public/v1/destinations', { url: 'https://example.com/' }),
      hostile: async (genes) =>
        hostileJson(genes, '/api/public/v1/destinations', (members) => ({
          url: 'x',
          included_questions: members,
        })),
    })),
    hostileRow('sign-in', async () => ({
      ordinary: form('/console/sign-in', 'secret=x'),
      hostile: async (genes) => hostileSending(genes, '/console/sign-in', ['secret', 'next'], ''),
    })),
    ...Object.entries(reads).map(([name, path]) =>
      hostileRow(name, async () => ({
        ordinary: { method: 'GET', path },
        hostile: async (genes) => hostileQuery(genes, path, ['limit', 'cursor', 'status', 'next']),
      })),
    ),
  ],
};
