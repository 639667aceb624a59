import type { Suite } from '../harness/suite.ts';
import { answers } from './rows/answers.ts';
import { consoleFirstByte, consoleWeight } from './rows/console-pages.ts';
import { deliveryList } from './rows/delivery-list.ts';
import { editorMoves, editorOpens } from './rows/editor.ts';
import { formPage, formWeight } from './rows/form-page.ts';

/** Pages for browsers, against the JSON routes of the same data, and against the limits of a page. */
export const web: Suite = {
  name: 'web',
  rows: [
    formPage,
    deliveryList,
    formWeight,
    editorOpens,
    editorMoves,
    answers,
    consoleFirstByte,
    consoleWeight,
  ],
};
