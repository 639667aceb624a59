import iconv from 'iconv-lite';

/** Rates a character of two bytes: 1 for the most common, 0 for one that hardly occurs. */
type Rate = (lead: number, trail: number) => number | null;

/** The most frequent characters of Chinese and Korean, which speak for their encoding. */
const frequent: Readonly<Record<string, string>> = {
  GB18030:
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如' +
    '都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很' +
    '最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义' +
    '答案姓名城市北京否张王李刘陈杨赵黄周吴女男',
  'EUC-KR':
    '이다는에의가을로하고지도기사서한은를인시자리정대어아보부제원일해수전으나라상성주장그것과들게만면구조세안동진여선비미연공우위신장계소문화' +
    '음있했생모스트관마김박최강윤임서울산광북남경영민철희답이름니습까요네오예무발터중용식실회분명람때름',
};

const within = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last;

/** The encodings of East Asia, with the characters that their standards list as the common ones. */
const encodings: readonly { readonly name: string; readonly single?: number; readonly rate: Rate }[] = [
  {
    name: 'Shift_JIS',
    // Katakana of half width.
    single: 0.7,
    rate(lead, trail) {
      const isLead = within(lead, 0x81, 0x9f) || within(lead, 0xe0, 0xfc);
      if (!isLead || !within(trail, 0x40, 0xfc) || trail === 0x7f) return null;
      if (lead === 0x82 && trail >= 0x9f) return 1;
      if (lead === 0x83 && trail <= 0x96) return 1;
      if (lead === 0x81 || lead === 0x82) return 0.5;
      return within(lead, 0x88, 0x97) ? 0.9 : 0.2;
    },
  },
  {
    name: 'EUC-JP',
    rate(lead, trail) {
      if (!within(lead, 0xa1, 0xf4) || !within(trail, 0xa1, 0xfe)) return null;
      if (lead === 0xa4 || lead === 0xa5) return 1;
      if (lead <= 0xa3) return 0.5;
      return within(lead, 0xb0, 0xcf) ? 0.8 : 0.2;
    },
  },
  {
    name: 'GB18030',
    rate(lead, trail) {
      if (!within(lead, 0x81, 0xfe) || !within(trail, 0x40, 0xfe) || trail === 0x7f) return null;
      if (trail < 0xa1) return 0.1;
      if (within(lead, 0xb0, 0xd7)) return lead <= 0xc8 ? 0.75 : 0.85;
      if (lead === 0xa1 || lead === 0xa3) return 0.5;
      return within(lead, 0xd8, 0xf7) ? 0.3 : 0.1;
    },
  },
  {
    name: 'Big5',
    rate(lead, trail) {
      const isTrail = within(trail, 0x40, 0x7e) || within(trail, 0xa1, 0xfe);
      if (!within(lead, 0xa1, 0xf9) || !isTrail) return null;
      // Half of its characters end in a byte of ASCII.
      if (within(lead, 0xa4, 0xc6)) return trail < 0x80 ? 1 : 0.6;
      return lead <= 0xa3 ? 0.5 : 0.2;
    },
  },
  {
    name: 'EUC-KR',
    rate(lead, trail) {
      if (!within(lead, 0xa1, 0xfd) || !within(trail, 0xa1, 0xfe)) return null;
      if (within(lead, 0xb0, 0xc8)) return 0.75;
      return lead === 0xa1 || lead === 0xa3 ? 0.5 : 0.1;
    },
  },
];

/** Rates how well bytes fit each encoding of East Asia, from 0 to 1. Encodings that they are not valid in are left out. */
export const rateEastAsian = (
  bytes: Uint8Array,
): readonly { readonly name: string; readonly score: number }[] =>
  encodings.flatMap(({ name, single, rate }) => {
    const score = scoreOf(bytes, rate, single ?? null);
    return score === null ? [] : [{ name, score: score + frequencyIn(bytes, name) * 0.25 }];
  });

/** The share of the most frequent characters. */
function frequencyIn(bytes: Uint8Array, name: string): number {
  const known = frequent[name];
  if (known === undefined) return 0;
  const characters = iconv.decode(Buffer.from(bytes), name).match(/[^\0-\x7f]/gu) ?? [];
  return characters.filter((one) => known.includes(one)).length / Math.max(1, characters.length);
}

function scoreOf(bytes: Uint8Array, rate: Rate, single: number | null): number | null {
  let [sum, count, high] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    count += 1;
    if (single !== null && within(lead, 0xa1, 0xdf)) {
      // One alone is rather a sign of another encoding.
      const isAlone = (bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 1] ?? 0) < 0x80;
      sum += isAlone ? 0.2 : single;
      high += 1;
      continue;
    }
    const trail = bytes[++at] ?? 0;
    const rated = rate(lead, trail);
    if (rated === null) return null;
    sum += rated;
    if (trail >= 0x80) high += 1;
  }
  // A sign before an ASCII letter, as in `°C`, would be a character, too. One character in all is rather two Latin ones.
  return high === 0 || count < 2 ? null : sum / count;
}
