const yes =
  'yes y true t 1 on x ✓ ✔ ☑ ✅ checked ja j wahr oui vrai si sí sì s verdadero verdade sim vero tak prawda ano evet kyllä da да ' +
  'истина نعم はい 是 真 예';
const no =
  'no n false f 0 off ✗ ✘ ☐ ❌ unchecked nein falsch non faux falso não nao nie fałsz ne nej nee hayır hayir ei нет ложь لا いいえ 否 假 ' +
  '아니요';

const words = new Map([
  ...yes.split(' ').map((word) => [word, true] as const),
  ...no.split(' ').map((word) => [word, false] as const),
]);

/**
 * Reads yes or no in the languages of spreadsheets; null for any other text. A dash is rather no answer, and `o` beside `x` is yes in
 * East Asia, where `x` is no.
 */
export const readYesNo = (text: string): boolean | null =>
  words.get(
    text
      .normalize('NFKC')
      .replace(/\ufe0f/g, '')
      .trim()
      .toLowerCase(),
  ) ?? null;
