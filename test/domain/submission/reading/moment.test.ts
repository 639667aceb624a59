import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { datetime } from '../../../../domain/submission/checks/formats.ts';
import { localTime, readLocalTime } from '../../../../domain/submission/reading/moment.ts';

const test = suite('local times of a zone');

function reading(text: string, timeZone: string): string | null {
  const read = readLocalTime(text, timeZone);
  if (read === null) return null;
  if (read.ok) return read.value;
  const { faults, choices } = read.error;
  return choices.length > 0 ? choices.join(' or ') : faults.map(({ message }) => message).join(' ');
}

test('a time is read with the offset of its zone on that day', () => {
  assert.is(reading('2026-07-01T09:00', 'UTC'), '2026-07-01T09:00:00Z');
  assert.is(reading('2026-07-01T09:00', 'Europe/Berlin'), '2026-07-01T09:00:00+02:00');
  assert.is(reading('2026-01-01T09:00:30', 'Europe/Berlin'), '2026-01-01T09:00:30+01:00');
  assert.is(reading('2026-01-01T09:00', 'Europe/London'), '2026-01-01T09:00:00+00:00');
  assert.is(reading('2026-01-01T09:00', 'Asia/Kathmandu'), '2026-01-01T09:00:00+05:45');
  assert.is(reading('2026-01-01T09:00:00.25', 'America/St_Johns'), '2026-01-01T09:00:00.25-03:30');
  // Offsets had seconds then, which RFC 3339 cannot write.
  assert.is(reading('1971-06-01T09:00', 'Africa/Monrovia'), '1971-06-01T09:44:30Z');
});

test('a text that is not a local time is left to the validation', () => {
  for (const text of [
    '',
    'soon',
    '2026-07-01',
    '2026-02-30T09:00',
    '2026-07-01T24:00',
    '2026-07-01T09:00Z',
    '2026-06-30T23:59:60',
  ])
    assert.is(reading(text, 'Europe/Berlin'), null, text);
});

test('a local time that the clocks skip does not exist', () => {
  assert.is(
    reading('2026-03-29T02:30', 'Europe/Berlin'),
    '02:30 does not exist on 2026-03-29: the clocks in Europe/Berlin go from 02:00 to 03:00. Choose another time.',
  );
  assert.match(reading('2026-10-04T02:15', 'Australia/Lord_Howe') ?? '', 'go from 02:00 to 02:30');
  assert.is(reading('2026-03-29T03:00', 'Europe/Berlin'), '2026-03-29T03:00:00+02:00');
});

test('a local time that occurs twice is ambiguous, and chosen by its offset', () => {
  const text = '2026-10-25T02:30';
  const [summer, winter] = ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'];
  assert.is(reading(text, 'Europe/Berlin'), `${summer} or ${winter}`);
  for (const meant of [summer, winter])
    assert.equal(readLocalTime(text, 'Europe/Berlin', meant), { ok: true, value: meant });
  assert.is(readLocalTime(text, 'Europe/Berlin', '2026-10-25T02:30:00Z')?.ok, false);
});

test('law: every local time that is shown is read back, or is among the readings', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ];
  const moments = fc.date({ min: new Date('1971-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (date, zone) => {
      const read = readLocalTime(localTime(date.toISOString(), zone), zone);
      assert.ok(read);
      const readings = read.ok ? [read.value] : read.error.choices;
      for (const each of readings) assert.ok(datetime.test(each), each);
      assert.ok(
        readings.some((each) => Date.parse(each) === date.getTime()),
        `${date.toISOString()} ${zone}`,
      );
    }),
    { numRuns: 300 },
  );
});

test.run();
