import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markup } from '../../parts/send-html.ts';
import { webFile } from '../../web-file.ts';

const sprite = markup(readFileSync(fileURLToPath(webFile('assets/files/editor/icons.svg')), 'utf8'));

/** The pictures that `Icon` shows, once in a page: a browser would ask for a file of its own for each use. */
export const Sprite = (): JSX.Element => sprite;

/** A picture of the page's `Sprite`: of a kind of question, or of an act. */
export const Icon = ({ name }: { readonly name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
);
