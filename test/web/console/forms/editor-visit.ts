import type { Visit } from '../../../support/web.ts';

const entities = { '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const decoded = (html: string): string =>
  Object.entries(entities).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), html);

/** The controls of the editor as a browser without script sends them: inputs have no line breaks, a text area drops its first. */
export function controlsOf(page: string): Record<string, string> {
  const [, begin = ''] = page.split('id="edit-form"');
  const [form = ''] = begin.split('</form>');
  const controls = /<(input|textarea)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>(?:([^<]*)<\/textarea>)?/g;
  const sent: Record<string, string> = {};
  for (const [, tag, attributes = '', content = ''] of form.matchAll(controls)) {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
    if (['checkbox', 'radio'].includes(of('type') ?? '') && !/\schecked/.test(attributes)) continue;
    const text = tag === 'input' ? (of('value') ?? '').replaceAll('\n', '') : content.replace(/^\n/, '');
    sent[of('name') ?? ''] = decoded(text);
  }
  for (const [list, name = ''] of form.matchAll(/<select name="([^"]+)".*?<\/select>/gs)) {
    const chosen = /value="([^"]*)" selected/.exec(list)?.[1];
    if (chosen !== undefined) sent[name] = decoded(chosen);
  }
  return sent;
}

/** The editor of a form, with the settings of a question. */
export function editorOf(visit: Visit, formId: string) {
  const path = `/console/forms/${formId}/edit`;
  return {
    path,
    /** Opens the page, and presses a button after other texts were typed. */
    async press(action: string, typed: Readonly<Record<string, string>> = {}, opened = '') {
      const page = await visit.get(`${path}?open=${opened}`);
      return visit.post(path, { ...controlsOf(page.text), ...typed, action });
    },
    /** The labels of the questions, in order. */
    async labels(): Promise<string[]> {
      const { text } = await visit.get(path);
      const [, list = ''] = text.split('id="questions"');
      return [...(list.split('</ol>')[0] ?? '').matchAll(/<b>([^<]*)<\/b>/g)].map(([, label = '']) => label);
    },
    /** The id of the question whose settings an answer leads to. */
    openedBy: ({ location = '' }: { readonly location: string | undefined }): string =>
      /open=([^#]+)/.exec(location)?.[1] ?? '',
  };
}
