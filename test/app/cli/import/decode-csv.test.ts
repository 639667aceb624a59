import iconv from 'iconv-lite';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeCsv } from '../../../../app/cli/import/csv/decode-csv.ts';

const test = suite('decoding a CSV file');

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

test('decodes UTF-8 without its byte order mark', () => {
  const decoded = decodeCsv(bytes([0xef, 0xbb, 0xbf], 'Größe,Ž\n1,2'));
  assert.equal(decoded, { ok: true, value: { text: 'Größe,Ž\n1,2', encoding: 'UTF-8' } });
});

const samples: readonly (readonly [encoding: string, text: string])[] = [
  ['Windows-1252', 'Name,Preis\nGröße „M“ – naïve Wünsche,5 €\nFrançois Müller,7 €\n'],
  ['Windows-1252', 'Name,Ville\nHélène,Orléans\nL’été à la plage,Besançon\n'],
  [
    'Windows-1250',
    'Imię,Miasto\nŁukasz Żółć,Częstochowa\nMałgorzata Wójcik,Świętochłowice\nJiří Dvořák,Plzeň\n',
  ],
  ['ISO-8859-2', 'Imię,Miasto\nŁukasz Żółć,Częstochowa\nGrażyna Ząbek,Śląsk\nKrzysztof Piątek,Gdańsk\n'],
  ['MacRoman', 'Name,Stadt\nMüller,München\nGröße,Köln\nJörg Weiß,Düsseldorf\n'],
  ['Shift_JIS', '名前,都市\n山田太郎,東京都\n佐藤花子,大阪府\nアンケートの回答,はい\n'],
  ['Windows-1251', 'Имя,Город\nИван Петров,Москва\nМария Смирнова,Санкт-Петербург\n'],
  ['UTF-16LE', 'Name,Ort\nGröße,Köln\n'],
  ['UTF-16LE', '名前,都市\n山田太郎,東京都\n'],
  ['UTF-16BE', '이름,도시\n김철수,서울\n'],
  ['MacRoman', 'name\nZoë\n'],
  ['Windows-1252', 'q\nit’s\n“yes”\n50 €\n20 °C\n'],
  ['Windows-1250', 'q\nJó napot kívánok\nÁrvíztűrő tükörfúrógép\n'],
  ['Windows-1254', 'İsim,Şehir\nAyşe,İzmir\nOğuz,Muğla\n'],
  ['Windows-1257', 'q\nAčiū, labai gerai\nŠiandien šilta\n'],
  ['Windows-1252', 'q\nCafé\n'],
  ['Windows-1252', 'q\n¿que tal?\n'],
  ['Windows-1252', 'q\n5 µm\n'],
  ['Windows-1250', 'q\nżona\n'],
  ['CP850', 'Name,Stadt\nMüller,Köln\nGroß,Fürth\n'],
  ['CP852', 'q\nDzień dobry, jak się masz?\nProszę, wszystko w porządku\n'],
  ['Windows-1251', 'name,answer\nOlga,да\nIgor,нет\n'],
  ['KOI8-U', 'вопрос\nСпасибо, всё хорошо\nКак дела?\n'],
  ['CP866', 'вопрос\nСпасибо, всё хорошо\nКак дела?\n'],
  ['Windows-1253', 'Όνομα,Πόλη\nΓιώργος,Αθήνα\nΕλένη,Θεσσαλονίκη\n'],
  ['Windows-1255', 'שם,עיר\nדוד כהן,ירושלים\nשרה לוי,תל אביב\n'],
  ['Windows-1256', 'الاسم,المدينة\nمحمد علي,القاهرة\nفاطمة حسن,بيروت\n'],
  ['Windows-874', 'ชื่อ,เมือง\nสมชาย,กรุงเทพ\n'],
  ['Shift_JIS', 'name,answer\n山田,はい\n佐藤,いいえ\n'],
  ['EUC-JP', '質問\n今日はとても暑いですね\nありがとうございます\n'],
  ['GB18030', '姓名,城市\n张伟,北京\n李娜,上海\n问题的回答,是\n'],
  ['Big5', '問題\n今天天氣很熱\n謝謝你，一切都好\n'],
  ['EUC-KR', '이름,도시\n김철수,서울\n설문 응답,예\n'],
];

for (const [encoding, text] of samples)
  test(`detects ${encoding}: ${text.slice(0, 12).trim()}`, () => {
    assert.equal(decodeCsv(iconv.encode(text, encoding, { addBOM: false })), {
      ok: true,
      value: { text, encoding },
    });
  });

test('two letters beyond ASCII in an English text are not evidence of another script', () => {
  const decoded = decodeCsv(bytes('Seen,Of the ', [0x8c, 0xe6], '?\nYes,No\n'));
  assert.is(decoded.ok && decoded.value.encoding, 'Windows-1252');
});

test('refuses an ambiguous encoding, and names the possible ones', () => {
  const decoded = decodeCsv(iconv.encode('name\n鈴木\n', 'EUC-JP'));
  assert.match(decoded.ok ? '' : decoded.error.message, /ambiguous: GB18030 or EUC-JP\. .*--encoding/);
});

test('uses the given encoding without detection', () => {
  const file = iconv.encode('a,b\nŠárka,é\n', 'windows-1250');
  const decoded = decodeCsv(file, 'windows-1250');
  assert.is(decoded.ok && decoded.value.text, 'a,b\nŠárka,é\n');
  const unknown = decodeCsv(file, 'klingon');
  assert.match(unknown.ok ? '' : unknown.error.message, 'no encoding named "klingon"');
});

const utf8 = 'Name,Stadt\nMüller,Köln\nGroß,Fürth\n';
const broken: readonly (readonly [name: string, file: Buffer, line: number])[] = [
  ['one byte of another encoding', bytes(utf8, 'Ren', [0xe9], ',Ulm\n'), 4],
  ['a cut through its last character', bytes(utf8, [0xc3]), 4],
  ['a part in another encoding', bytes(utf8, [...iconv.encode(utf8.repeat(3), 'Windows-1252')]), 5],
  ['a part in another encoding before it', bytes([...iconv.encode(utf8.repeat(3), 'MacRoman')], utf8), 2],
];

// Windows-1252 would make `MÃ¼ller` of the rest.
for (const [name, file, line] of broken)
  test(`refuses UTF-8 with ${name}`, () => {
    const decoded = decodeCsv(file);
    assert.not(decoded.ok);
    assert.is(decoded.ok || decoded.error.line, line);
    assert.match(decoded.ok ? '' : decoded.error.message, '--encoding');
  });

const refusals: [string, Buffer, number | null, RegExp][] = [
  ['nothing', bytes(''), null, /empty/],
  ['white space', bytes(' \r\n\t'), null, /empty/],
  ['a picture', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13]), 2, /binary/],
  ['a NUL in text', bytes('a,b\n1,2\n3,', [0], '\n'), 3, /binary/],
  ['JSON', bytes('  {"a": [1, 2]}'), 1, /JSON/],
  ['JSON over several lines', bytes('[\n  {"a": 1},\n  {"a": 2}\n]'), 1, /JSON/],
  ['JSON lines', bytes('{"a": 1}\n{"a": 2}\n'), 1, /JSON/],
  ['HTML', bytes('\n<!DOCTYPE html><html></html>'), 1, /HTML/],
  ['XML', bytes('<?xml version="1.0"?><a/>'), 1, /XML/],
];

for (const [name, file, line, message] of refusals)
  test(`refuses ${name}`, () => {
    const decoded = decodeCsv(file);
    assert.not(decoded.ok);
    if (decoded.ok) return;
    assert.is(decoded.error.line, line);
    assert.match(decoded.error.message, message);
  });

test('accepts text that only begins like JSON or HTML', () => {
  for (const text of ['[1],b\n2,3', '{x},y\n1,2', '<br>Question,b\n1,2', '5 < 6,b\n1,2'])
    assert.ok(decodeCsv(bytes(text)).ok, text);
});

test.run();
