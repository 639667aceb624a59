/** The letters beyond ASCII of the languages with Latin letters, small, the most common languages first. */
export const latinAlphabets: readonly ReadonlySet<string>[] = [
  'äöüß',
  'éèêëàâçîïôûùüœæÿ',
  'áéíóúñü',
  'ãõáéíóúâêôàçü',
  'àèéìíîòóù',
  'ëéèïöüó',
  'åäöé',
  'æøåéó',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýžľĺŕôä',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćžšđ',
  'çğıöşüâîİ',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
  'õäöüšž',
  'áðéíóúýþæö',
].map((letters) => new Set(letters.normalize('NFC')));

/** Icelandic, whose own letters have the places of Turkish ones, which many more people write. */
export const icelandic = latinAlphabets.at(-1);

/** Letters that are words of their own. */
export const loneLetters = new Set('àéèăåäöæÀÈÉ');

const common = (letters: string): ReadonlyMap<string, number> =>
  new Map(Array.from(letters, (letter, rank) => [letter, rank < 12 ? 1 : rank < 24 ? 0.8 : 0.5]));

/** The letters of other scripts, the most frequent first, each with how well it speaks for its encoding. */
export const frequencies: Readonly<Record<Script, ReadonlyMap<string, number>>> = {
  Cyrillic: common('оеаиінтсрвлкмдпуяыьгзбчйхжшюцщєїэфъёґ'),
  Greek: common('αοιετσνηυρπκλμςόάίδγέύήωθχβφώζξψϊϋΐ'),
  Hebrew: common('יוהלאתרבשמנחדפקעכטסגזצםןךףץ'),
  Arabic: common('الينمورتبهدسعفقكجحشصطخذضةأإئؤءثزغظىآ'),
  Thai: common('านรอกเงมยลวดทสตะปบคหแจพชขใไโผซถธณศ'),
};
export const scripts = ['Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'] as const;
export type Script = (typeof scripts)[number];

/** Letters that stand only at the end of a word. */
export const finalLetters = new Set('ςםןךףץةى');

/** Signs that follow a word, precede one, stand beside a number, or alone. */
export const closing = new Set('”’»…™²³');
export const opening = new Set('“„‘«‚¿¡§');
export const ofNumbers = new Set('€£¥±¢°ºª½¼¾');
export const alone = new Set('–—·•©®\u00a0');
