import { type DraftField, type FormDraft, kindOf, limitNames, noLimits } from './draft.ts';

/** What a browser sent: texts by name; of several values of a name, all. */
type Sent = Readonly<Record<string, unknown>>;

const text = (sent: Sent, name: string): string => {
  const value = sent[name];
  // Browsers send line breaks of a text area as CR LF.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

/** Reads a form as the editor sent it. Fields are numbered: `0.label`, `1.label`. */
export function readDraft(sent: Sent): FormDraft {
  const count = Object.keys(sent).filter((name) => /^\d+\.kind$/.test(name)).length;
  const fields = Array.from({ length: count }, (_, index): DraftField => {
    const of = (name: string) => text(sent, `${index}.${name}`);
    return {
      key: of('key'),
      isNew: of('new') === 'yes',
      label: of('label'),
      kind: kindOf(of('kind')),
      required: of('required') === 'yes',
      hidden: of('hidden') === 'yes',
      help: of('help_text'),
      placeholder: of('placeholder'),
      options: of('options'),
      rows: of('rows'),
      limits: { ...noLimits, ...Object.fromEntries(limitNames.map((name) => [name, of(name)])) },
      pattern: of('pattern'),
      types: of('types'),
      defaultValue: of('default_value'),
    };
  });
  return {
    title: text(sent, 'title'),
    description: text(sent, 'description'),
    slug: text(sent, 'slug'),
    language: text(sent, 'language').trim(),
    timeZone: text(sent, 'time_zone').trim(),
    fields,
  };
}
