import { emptyHalfDate, expectHalfDateFault, typeHalfDate } from '../half-typed.ts';
import { expect, test } from '../story.ts';
import { expectStep, findButton, findField, goOn } from '../wizard.ts';

const year = String(new Date().getFullYear() - 8);

test('a birth without its year is refused, and the whole one of a child asks for a guardian', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  const birth = findField(page, 'Date of Birth');
  await typeHalfDate(birth);
  await findButton(page, 'Next').click();
  await expectStep(page, 'Personal Information');
  await expect(birth).toBeFocused();
  await expectHalfDateFault(birth);

  await birth.press('Tab');
  await birth.press('Enter');
  await expectStep(page, 'Personal Information');
  await expectHalfDateFault(birth);
  await emptyHalfDate(birth);
  await expect(birth).not.toHaveAttribute('aria-invalid');

  await findField(page, 'First Name').focus();
  await birth.focus();
  await page.keyboard.type(`0505${year}`);
  await expect(birth).toHaveValue(`${year}-05-05`);
  await expect(birth).not.toHaveAttribute('aria-invalid');
  await goOn(page, 'Emergency Contact');
  await expect(findField(page, 'Guardian Name')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /Failed to load resource/ });

  test('the browser itself asks for the whole date, and leaves other answers to the server', async ({
    page,
  }) => {
    await page.goto('/registration');
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1;
    });
    const birth = findField(page, 'Date of Birth');
    await birth.focus();
    await page.keyboard.type('0505');
    await findButton(page, 'Submit').click();
    await expect(birth).toBeFocused();
    await page.keyboard.type(`0505${year}`);
    await expect(birth).toHaveValue(`${year}-05-05`);
    expect(posts).toBe(0);
    await findButton(page, 'Submit').click();
    await expect(page.getByRole('alert').first()).toContainText('Please provide consent to continue');
    await expect(birth).toHaveValue(`${year}-05-05`);
    expect(posts).toBe(1);
  });
});
