import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { black, contrast, hexOf, leastContrast, rgbOf, white } from '../../../../web/form/look/color.ts';
import { accentsOf, grounds, lookStyle } from '../../../../web/form/look/look-style.ts';

const test = suite('the style sheet of a colour');

const color = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`);
const scheme = fc.constantFrom('light', 'dark');

test('the contrast is that of WCAG', () => {
  const between = (a: string, b: string): number => Number(contrast(rgbOf(a), rgbOf(b)).toFixed(2));
  assert.is(between('#000000', '#ffffff'), 21);
  assert.is(between('#ffffff', '#ffffff'), 1);
  assert.is(between('#777777', '#ffffff'), 4.48);
  assert.is(between('#ffffff', '#767676'), 4.54);
});

test('links, borders and buttons can be read in every colour, in light and dark', () => {
  fc.assert(
    fc.property(color, scheme, (of, name) => {
      const { accent, hover, button, buttonHover, buttonText } = accentsOf(of, name);
      for (const ground of grounds[name])
        for (const text of [accent, hover])
          assert.ok(contrast(rgbOf(text), ground) >= leastContrast, `${text} on ${hexOf(ground)}`);
      const dot = name === 'light' ? white : black;
      assert.ok(contrast(rgbOf(accent), dot) >= leastContrast, `a dot on ${accent}`);
      assert.is(button, of);
      for (const ground of [button, buttonHover])
        assert.ok(contrast(rgbOf(buttonText), rgbOf(ground)) >= leastContrast, `${buttonText} on ${ground}`);
    }),
    {
      examples: [
        ['#000000', 'dark'],
        ['#ffffff', 'light'],
        ['#777777', 'light'],
        ['#757575', 'dark'],
      ],
    },
  );
});

test('a colour that can be read everywhere stays as it is', () => {
  assert.is(accentsOf('#1d4ed8', 'light').accent, '#1d4ed8');
  assert.is(accentsOf('#8fb4ff', 'dark').accent, '#8fb4ff');
});

test('the grounds are those of the theme', async () => {
  const theme = await readFile('web/assets/files/theme.css', 'utf8');
  const [light = '', dark = ''] = theme.split('@media only screen and (prefers-color-scheme: dark)');
  const long = (hex: string): string => (hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex);
  for (const [name, text] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const found = [...text.matchAll(/--(?:sheet|ground|[a-z]+-ground): (#[0-9a-f]+);/g)];
    assert.equal(new Set(found.map(([, hex = '']) => long(hex))), new Set(grounds[name].map(hexOf)));
  }
});

test('nothing but the colour varies, and every colour is written as such', () => {
  fc.assert(
    fc.property(color, (of) => {
      const sheet = lookStyle(of);
      assert.not.match(sheet, /NaN|undefined|#[0-9a-f]{0,5}[;\n]/);
      assert.is(sheet.split('{').length, sheet.split('}').length);
      assert.match(sheet, `border-top: 0.375rem solid ${of};`);
    }),
  );
});

test.run();
