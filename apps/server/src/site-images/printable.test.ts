import { expect, test } from 'vitest';
import { drawOutlines, openFonts } from './outlined-text.ts';
import { removeEmoji } from './printable.ts';

test.each([
  ['Amina 🎉 Ouma', 'Amina Ouma'],
  ['👩🏾‍🎓 Graduates 🇺🇬', 'Graduates'],
  ['Care ❤️', 'Care'],
  ['Kyaŋŋa © 1 # *', 'Kyaŋŋa © 1 # *'],
  ['  as it is  ', '  as it is  '],
])('%j is printed as %j', (text, printed) => {
  expect(removeEmoji(text)).toBe(printed);
});

test('the picture of a shared program leaves emoji out too', async () => {
  const { heading: fonts } = await openFonts();
  const look = { fonts, size: 40, x: 0, y: 40, fill: '#000' };
  expect(drawOutlines('Sewing 🎉 camp', look)).toBe(drawOutlines('Sewing camp', look));
});
