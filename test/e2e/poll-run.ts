import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { formlogJson } from '../support/formlog.ts';

/** What the command line prints, as far as these tests look at it. */
export const Delivered = Type.Object({
  delivery_id: Type.String(),
  event: Type.String(),
  submission_id: Type.Union([Type.String(), Type.Null()]),
  verified: Type.Boolean(),
});

export const Imported = Type.Object({
  form_id: Type.String(),
  accepted: Type.Integer(),
  refused: Type.Integer(),
});

const Created = Type.Object({ key: Type.String() });

const Page = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), form_id: Type.String() })),
  count: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Single = Type.Object({
  id: Type.String(),
  fields: Type.Array(
    Type.Object({ value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]) }),
  ),
});

const delivered = Compile(Delivered);
const page = Compile(Page);
const single = Compile(Single);

/** Each line is parsed once: who waits for the last of thousands asks for all of them every few milliseconds. */
const parsed = new Map<unknown, Static<typeof Delivered>>();

function parseOnce(line: unknown): Static<typeof Delivered> {
  const delivery = parsed.get(line) ?? delivered.Parse(line);
  parsed.set(line, delivery);
  return delivery;
}

/** The deliveries that a listener has printed. */
export const deliveries = (lines: readonly unknown[]): Static<typeof Delivered>[] =>
  lines.map(parseOnce).filter(({ event }) => event === 'submission.created');

/** Reads the public API with a key made through the command line. */
export async function openReader(dataDir: string, url: string) {
  const [created] = await formlogJson(dataDir, ['keys', 'create', '--name', 'reader']);
  const { key } = Value.Parse(Created, created);
  const get = async (query: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api/public/v1/submissions?${query}`, {
      headers: { 'x-api-key': key },
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  };

  /** The ids of all submissions of a form, page by page. */
  async function submissionIds(formId: string): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const found: Static<typeof Page> = page.Parse(
        await get(`form_id=${formId}&limit=200${cursor && `&cursor=${cursor}`}`),
      );
      ids.push(...found.data.map(({ id }) => id));
      cursor = found.has_more ? (found.next_cursor ?? null) : null;
    }
    return ids;
  }

  /** The answers that were given, in the order of the fields, as text. */
  async function answersOf(id: string): Promise<string[]> {
    const { fields } = single.Parse(await get(`id=${id}`));
    return fields.flatMap(({ value }) => (value === null ? [] : [String(value)]));
  }

  return { submissionIds, answersOf };
}
