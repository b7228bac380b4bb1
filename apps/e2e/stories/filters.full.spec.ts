import { expect, test } from '../story.ts';

/** Words of a select or a search box that do not fit between its paddings, as each of its choices is chosen. */
function listCutWords(main: Element): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  return [...main.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form :is(select, input)')].flatMap(
    (field) => {
      const style = getComputedStyle(field);
      const width =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      if (pen) pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const words =
        field instanceof HTMLSelectElement
          ? Array.from(field.options, ({ text }) => text)
          : [field.placeholder];
      return words.filter((text) => !pen || pen.measureText(text).width > width);
    },
  );
}

/** As a translator writes them. */
function lengthenWords(main: Element): void {
  for (const option of main.querySelectorAll('option')) option.text = `Alle Bereiche: ${option.text}`;
  for (const input of main.querySelectorAll('input')) input.placeholder = 'Bezeichnung oder Thema';
}

test.use({ viewport: { width: 390, height: 844 } });

test('filters show their words whole on a phone, also when a translation has longer ones', async ({
  page,
  visit,
}) => {
  const main = page.getByRole('main');
  for (const path of ['/programs', '/news', '/gallery', '/alumni']) {
    await visit(path);
    for (const change of [undefined, lengthenWords]) {
      if (change) await main.evaluate(change);
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await main.evaluate(listCutWords), `${path} at ${width}`).toEqual([]);
      }
    }
  }
});
