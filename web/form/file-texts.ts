/*
 * A file that was uploaded stands on the page as a text of its control: its id, a blank and its name. The id decides; the name is only
 * shown.
 */

interface NamedFile {
  readonly id: string;
  readonly name: string;
}

export const fileText = ({ id, name }: NamedFile): string => `${id} ${name}`;

/** Returns the file that a text stands for; null for a blank text. */
function fileInText(text: string): NamedFile | null {
  const [id = ''] = text.trim().split(' ', 1);
  if (id === '') return null;
  const name = text.trim().slice(id.length + 1);
  return { id, name: name === '' ? id : name };
}

/** The files that the texts of a control stand for. */
export const filesInTexts = (texts: readonly string[] = []): readonly NamedFile[] =>
  texts.flatMap((text) => fileInText(text) ?? []);
