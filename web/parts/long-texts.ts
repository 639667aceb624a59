import { randomUUID } from 'node:crypto';
import { openTurns } from '../../async/turns.ts';

/** Longer texts are escaped in pieces: a megabyte of `<` takes the main thread for a tenth of a second. */
const shortLength = 2_000;
const pieceLength = 4_096;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&#34;', "'": '&#39;' };
/** As the library escapes, but into a flat string: joining thousands of its results would take long at the end. */
const escaped = (text: string): string => text.replace(/[&<"']/g, (sign) => entities[sign] ?? sign);

/** The long texts of one page. Components render their beginnings; the rests are inserted into the HTML, a piece at a time. */
export interface LongTexts {
  /** Returns a text as it is if it is short, otherwise its beginning and a mark in place of its rest. */
  shortened(text: string): string;
  /** Inserts the rests of texts into HTML, in the content of an element or in an attribute, while others have their turns. */
  inserted(html: string): Promise<string>;
}

export function openLongTexts(): LongTexts {
  // A text of a request cannot have the mark.
  const mark = randomUUID();
  const marks = new RegExp(`${mark}(\\d+);`);
  const rests: string[] = [];
  const turns = openTurns();

  return {
    shortened(text) {
      if (text.length <= shortLength) return text;
      rests.push(text.slice(shortLength));
      return `${text.slice(0, shortLength)}${mark}${rests.length - 1};`;
    },
    async inserted(html) {
      const parts: string[] = [];
      // The split returns the HTML between the marks, and between those the numbers of the rests.
      for (const [index, part] of html.split(marks).entries()) {
        if (index % 2 === 0) {
          parts.push(part);
          continue;
        }
        const rest = rests[Number(part)] ?? '';
        for (let at = 0; at < rest.length; at += pieceLength) {
          if (turns.isOver()) await turns.next();
          parts.push(escaped(rest.slice(at, at + pieceLength)));
        }
      }
      return parts.length === 1 ? html : parts.join('');
    },
  };
}
