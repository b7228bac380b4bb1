import { countCalls, holdAnswers } from '../answers.ts';
import { runUntil, stopClock } from '../clock.ts';
import { expect, test } from '../story.ts';
import { consent, expectStep, fillIn, findButton, findField, goOn } from '../wizard.ts';

test('sends the registration once, shows success, and opens the next page after two seconds', async ({
  page,
  visit,
}) => {
  await page.clock.install();
  await visit('/registration');
  await fillIn(page);
  await stopClock(page);
  const calls = countCalls(page, 'POST', /\/api\/v1\/registrations$/);
  const release = await holdAnswers(page, /\/api\/v1\/registrations/);

  await findButton(page, 'Submit').click();
  const submitting = findButton(page, 'Submitting...');
  await expect(submitting).toBeDisabled();
  await submitting.click({ force: true });
  release();
  await expect.poll(() => calls[0]?.response().then((answer) => answer?.status())).toBe(201);
  const reference = (await (await calls[0]?.response())?.text())?.match(/REG-\d{4}-\d{6}/)?.[0];

  // The clock stops until the page has the answer, then the test moves it.
  const submitted = page
    .getByRole('main')
    .getByRole('button', { name: 'Submit', exact: true, disabled: true });
  await runUntil(page, () => submitted.isVisible());
  await page.clock.runFor(1900);
  const toast = page.getByRole('listitem').filter({ hasText: 'Registration Successful!' });
  await expect(toast).toContainText(/thank/i);
  expect(new URL(page.url()).pathname).toBe('/registration');
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/registration-success$/);
  // The texts of the page may still be loading.
  await page.clock.resume();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Registration Successful!');
  await expect(main).toContainText(/application will be reviewed.*family contacted/);
  await expect(main).toContainText(reference ?? 'a reference');

  expect(calls).toHaveLength(1);
  expect(calls[0]?.headers()).toMatchObject({ 'content-type': 'application/json' });
  expect(calls[0]?.headers().authorization).toBeUndefined();
  const body = calls[0]?.postDataJSON();
  expect(body).toMatchObject({ firstName: 'Amina', consent: true });
  expect(typeof body.programId).toBe('number');
});

test('a draft survives a reload, without its medical answers, and is gone once it is sent', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  await fillIn(page, { firstName: 'Carol' });
  await findButton(page, 'Previous').click();
  await findField(page, 'Allergies').fill('Penicillin');
  const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(await kept()).toContain('Carol');
  expect(await kept()).not.toContain('Penicillin');

  await page
    .locator('header a[href="/faq"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/faq$/);
  await page.goBack();
  await expectStep(page, 'Medical Information');
  await expect(findField(page, 'Allergies')).toHaveValue('Penicillin');
  await goOn(page, 'Review & Submit');

  await findButton(page, 'Submit').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, innerHeight));
  await page.reload();
  await expectStep(page, 'Medical Information');
  await expect(
    page.getByText('We do not store health answers on this phone. Please write them again.'),
  ).toBeInViewport();
  await expect(findField(page, 'Allergies')).toHaveValue('');
  await goOn(page, 'Review & Submit');
  await expect(page.getByRole('main')).toContainText('First Name: Carol');
  await expect(page.getByRole('main')).toContainText('Allergies: Not written again');
  await expect(page.getByRole('main')).toContainText('Medications: None');
  await expect(findField(page, consent)).not.toBeChecked();
  await findField(page, consent).check();
  await findButton(page, 'Submit').click();
  await expect(page).toHaveURL(/\/registration-success$/);
  expect(await kept()).not.toContain('Carol');
});

test('each step begins at its number in the same place, and the hero stands on the first', async ({
  page,
  visit,
  isPhone,
}) => {
  await visit('/registration');
  const place = (number: number) => page.getByText(`Step ${number} of 5`, { exact: true });
  const top = async (number: number) => Math.round((await place(number).boundingBox())?.y ?? 0);
  const heroTop = await top(1);
  if (isPhone) expect(heroTop).toBeLessThan(330);
  await findButton(page, 'Next').click();
  await expect(place(2)).toBeVisible();
  const begin = await top(2);
  expect(begin).toBeLessThan(140);
  for (const number of [3, 4, 5]) {
    await findButton(page, 'Next').click();
    await expect(place(number)).toBeInViewport();
    await expect.poll(() => top(number), { message: `step ${number}` }).toBe(begin);
  }
  // Going back keeps the place
  for (const number of [4, 3, 2]) {
    await findButton(page, 'Previous').click();
    await expect(place(number)).toBeInViewport();
    await expect.poll(() => top(number), { message: `back at step ${number}` }).toBe(begin);
  }
  // Above the number is no hero. Last, because what comes and goes with scrolling may move a button that is pressed
  await page.evaluate(() => scrollTo(0, 0));
  expect(await top(2)).toBeLessThan(heroTop - 100);
});

test('each step is a history entry', async ({ page, visit }) => {
  await visit('/faq');
  await visit('/registration');
  await goOn(page, 'Emergency Contact');
  await page.goBack();
  await expectStep(page, 'Program Selection');
  await page.goForward();
  await expectStep(page, 'Emergency Contact');
  await findButton(page, 'Previous').click();
  await expectStep(page, 'Program Selection');
  await page.goBack();
  await expectStep(page, 'Personal Information');
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});
