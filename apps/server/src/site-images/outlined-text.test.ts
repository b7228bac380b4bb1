import { expect, test } from 'vitest';
import { drawOutlines, openFonts, removeEmoji } from './outlined-text.ts';

test.each([
  ['Amina 🎉 Ouma', 'Amina Ouma'],
  ['👩🏾‍🎓 Graduates 🇺🇬', 'Graduates'],
  ['Care ❤️', 'Care'],
  ['Kyaŋŋa © 1 # *', 'Kyaŋŋa © 1 # *'],
  ['  as it is  ', '  as it is  '],
])('%j is drawn as %j', (text, drawn) => {
  expect(removeEmoji(text)).toBe(drawn);
});

test('the picture of a shared program leaves emoji out too', async () => {
  const { heading: fonts } = await openFonts();
  const look = { fonts, size: 40, x: 0, y: 40, fill: '#000' };
  expect(drawOutlines('Sewing 🎉 camp', look)).toBe(drawOutlines('Sewing camp', look));
});
