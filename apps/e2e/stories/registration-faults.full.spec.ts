import type { Page } from '@playwright/test';
import { countCalls, holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { runUntil, stopClock } from '../clock.ts';
import { countReceived, follow } from '../offline.ts';
import { expect, failedCall, makeProgram, makeUnique, test, uniqueWord, untilHydrated } from '../story.ts';
import { findToast } from '../toasts.ts';
import {
  consent,
  expectStep,
  fillIn,
  findButton,
  findField,
  giveConsent,
  goOn,
  untilReviewed,
} from '../wizard.ts';

const slow = 'Slow connection. You may close this page.';
const kept = (page: Page) =>
  page.getByRole('heading', { name: 'Saved on this phone – will be sent when you are online' });
const registrations = /\/api\/v1\/registrations$/;

test('an empty registration is not sent: a summary links to the field of each fault, consent too', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  const calls = countCalls(page, 'POST', registrations);
  await goOn(page, 'Review & Submit');
  await untilReviewed(page);
  await findButton(page, 'Submit').click();
  const summary = page.getByRole('main').getByRole('alert');
  await expect(summary).toContainText('Please provide consent to continue');
  await expect(findToast(page, 'Please provide consent to continue')).toContainText(
    'You must agree to the terms and consent to data usage',
  );
  await expect(summary.getByRole('link')).toHaveText([
    /^First Name: \w/,
    /^Last Name: \w/,
    /^Phone: \w/,
    /^Program: \w/,
    'Consent: You must agree to the terms and consent to data usage',
  ]);
  await expect(findField(page, consent)).toHaveAttribute('aria-invalid', 'true');
  await expect(findField(page, consent)).toBeInViewport();
  await expectClean(page, 'a form with faults');

  await summary.getByRole('link', { name: 'Program' }).click();
  await expectStep(page, 'Program Selection');
  await expect(findField(page, 'Program')).toBeFocused();
  await goOn(page, 'Review & Submit');
  await giveConsent(page);
  await findButton(page, 'Submit').click();
  await expect(findToast(page, 'Registration Failed')).toBeVisible();
  await expectStep(page, 'Personal Information');
  for (const label of ['First Name', 'Last Name', 'Phone']) {
    await expect(findField(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(findField(page, 'First Name')).toBeFocused();
  await expect(findField(page, 'First Name')).toHaveAccessibleDescription(/\w/);
  expect(calls).toHaveLength(0);
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: failedCall });

  test('an intake that closes meanwhile has the focus, and another date is the way on', async ({
    page,
    visit,
    request,
    account,
  }) => {
    const headers = { authorization: `Bearer ${account.token}` };
    const program = await makeProgram(request, account, { name: makeUnique('Closing') });
    const id = await program.makeIntake();
    await visit('/registration');
    await fillIn(page, { program: program.name });
    await page.getByRole('button', { name: 'Change: Your course' }).click();
    await findField(page, 'Starts 1 Feb 2999').check();
    await request.put(`/api/v1/intakes/${id}`, { headers, data: { isOpen: false } });
    await goOn(page, 'Review & Submit');
    await untilReviewed(page);
    await findButton(page, 'Submit').click();
    const intake = page.getByRole('group', { name: 'Intake' });
    await expect(intake.getByRole('radio').first()).toBeFocused();

    await page.reload();
    await untilHydrated(page);
    const otherDate = intake.getByRole('radio');
    await expect(otherDate).toHaveAccessibleName('Another date');
    await expectClean(page, 'a closed intake');
    await otherDate.check();
    await findField(page, 'Start Date').fill('2999-03-01');
    await goOn(page, 'Review & Submit');
    await untilReviewed(page);
    await findButton(page, 'Submit').click();
    await expect(page).toHaveURL(/\/registration-success$/);
    await program.remove();
  });

  test('no answer is the same as offline: it is kept, and sent later as the same registration', async ({
    page,
    visit,
    request,
    account,
  }) => {
    const lastName = uniqueWord('Once');
    await visit('/registration');
    await fillIn(page, { lastName });
    const calls = countCalls(page, 'POST', registrations);
    // The server stores the registration, but the answer never reaches the visitor.
    let isLost = true;
    await page.route(registrations, async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await findButton(page, 'Submit').click();
    await expect(kept(page)).toBeVisible();
    isLost = false;
    await expect(page).toHaveURL(/\/registration-success$/);

    expect(await countReceived(request, account.token, lastName)).toBe(1);
    expect(new Set(calls.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
  });

  test('whoever leaves or reloads the page before the answer waits for it, and cannot send a second one', async ({
    page,
    visit,
    request,
    account,
  }) => {
    const lastName = uniqueWord('Reloaded');
    await visit('/registration');
    await fillIn(page, { lastName });
    await page.getByRole('button', { name: 'Change: Your health' }).click();
    await findField(page, 'Allergies').fill('Groundnut allergy');
    await goOn(page, 'Review & Submit');
    const calls = countCalls(page, 'POST', registrations);
    const release = await holdAnswers(page, registrations);
    const sent = page.waitForRequest(registrations);
    await findButton(page, 'Submit').click();
    await sent;
    await expect(findButton(page, 'Submitting...')).toBeDisabled();
    await follow(page, '/programs');
    await expect(page).toHaveTitle(/Programs/);
    await expect(findButton(page, 'Submitting...')).toHaveCount(0);
    await page.goBack();
    await expect(kept(page)).toBeVisible();
    const draft = await page.evaluate(() => sessionStorage.getItem('registration-draft') ?? '');
    expect(draft).toContain(lastName);
    expect(draft).not.toContain('Groundnut');
    // A killed browser leaves the draft. In one that reloads, the broken call may have removed it.
    await page.addInitScript((left) => sessionStorage.setItem('registration-draft', left), draft);
    await page.reload();
    await expect(kept(page)).toBeVisible();

    release();
    await expect(page).toHaveURL(/\/registration-success$/);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(lastName);
    expect(await countReceived(request, account.token, lastName)).toBe(1);
    expect(new Set(calls.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
  });

  test('a connection that stalls says so after 5 s, and keeps the registration after 30 s', async ({
    page,
    visit,
  }) => {
    await page.clock.install();
    await visit('/registration');
    await fillIn(page);
    const release = await holdAnswers(page, registrations);
    await stopClock(page);
    // The 30 s begin with the request.
    const request = page.waitForRequest(registrations);
    await findButton(page, 'Submit').click();
    await expect(findButton(page, 'Submitting...')).toBeDisabled();
    await request;
    await expect(page.getByText(slow)).toHaveCount(0);
    await page.clock.fastForward(5000);
    await expect(page.getByText(slow)).toBeVisible();
    await page.clock.fastForward(25_000);
    await runUntil(page, () => kept(page).isVisible());

    release();
    await runUntil(page, () => page.getByText('Your application has been sent').isVisible());
    await page.clock.runFor(2000);
    await page.clock.resume();
    await expect(page).toHaveURL(/\/registration-success$/);
    await page.getByRole('link', { name: 'My applications on this phone' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My applications on this phone');
    await expect(page.getByRole('main')).toContainText(/Music & Guitar.*Sent.*Reference: REG-\d{4}-\d{6}/s);
    await expect(page.getByRole('link', { name: 'Send to my WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=.*REG-/,
    );
    await expectClean(page, 'my applications');
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    const style = await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    const reference = page.getByRole('main').getByText(/^REG-/);
    await reference.scrollIntoViewIfNeeded();
    await expect(reference).toBeInViewport({ ratio: 1 });
    await style.evaluate((element: HTMLStyleElement) => element.remove());
    if (size) await page.setViewportSize(size);
    await page.getByRole('main').getByRole('link', { name: 'Status' }).click();
    await expect(page.getByLabel('Reference')).toHaveValue(/^REG-/);
    expect(page.url()).not.toContain('REG-');
  });
});
