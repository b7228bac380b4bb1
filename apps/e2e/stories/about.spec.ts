import { bothWidths, expect, test } from '../story.ts';

for (const viewport of bothWidths) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('the document fills its frame, and on a phone it is a card that opens it', async ({
      page,
      visit,
      isPhone,
    }) => {
      await visit('/about');
      const part = page.getByRole('region', { name: /^About / });
      const open = part.getByRole('link', { name: 'Open the document' });
      await expect(open).toHaveAttribute('href', '/documents/about.pdf');
      const frame = part.locator('iframe');
      const size = part.getByText(/^PDF, \d+ kB$/);
      if (isPhone) {
        await expect(frame).toBeHidden();
        await expect(size).toBeVisible();
      } else {
        await expect(frame).toHaveAttribute('src', '/documents/about.pdf#navpanes=0&view=FitH');
        expect((await frame.boundingBox())?.height).toBe(600);
        await expect(size).toBeHidden();
      }
    });
  });
}
