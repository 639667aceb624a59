/** The names of the months in English, German, French, Spanish, Portuguese, Italian and Dutch, long and short. */
const names = [
  'january jan januar jän jänner janvier janv enero ene janeiro gennaio gen januari',
  'february feb februar février févr febrero fevereiro fev febbraio februari',
  'march mar märz mär mrz mars marzo março maart mrt',
  'april apr avril avr abril abr aprile',
  'may mai mayo maio maggio mag mei',
  'june jun juni juin junio junho giugno giu',
  'july jul juli juillet juil julio julho luglio lug',
  'august aug août agosto ago augustus',
  'september sep sept septembre septiembre setembro set settembre',
  'october oct oktober okt octobre octubre outubro out ottobre ott',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre déc diciembre dic dezembro dicembre',
];

const numbers = new Map(
  names.flatMap((list, index) => list.split(' ').map((name) => [name, index + 1] as const)),
);

/** Returns the number of a month, from 1, by its name in full or as it is usually cut; null for any other text. */
export const monthNamed = (name: string): number | null =>
  numbers.get(name.normalize('NFC').toLowerCase().replace(/\.$/, '')) ?? null;
