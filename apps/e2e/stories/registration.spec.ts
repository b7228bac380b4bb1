import { registrationFields } from '@institute/contract/registration-fields.constants';
import { countCalls, holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { stopClock } from '../clock.ts';
import { expect, makeProgram, stored, test } from '../story.ts';
import { button, consent, expectStep, field, fillIn, goOn, steps } from '../wizard.ts';

test('has five titled steps, a progress bar, and buttons that stop at both ends', async ({ page, visit }) => {
  await visit('/registration');
  const progress = page.getByRole('progressbar');
  const reached: number[] = [];

  for (const [index, title] of steps.entries()) {
    await expectStep(page, title);
    const isLast = index === steps.length - 1;
    await expect(button(page, 'Previous')).toBeEnabled({ enabled: index > 0 });
    await expect(button(page, 'Next')).toHaveCount(isLast ? 0 : 1);
    await expect(button(page, 'Submit')).toBeVisible({ visible: isLast });
    reached.push(Number(await progress.getAttribute('aria-valuenow')));
    if (!isLast) await button(page, 'Next').click();
  }
  expect(reached).toEqual([...new Set(reached)].sort((a, b) => a - b));

  for (const title of steps.toReversed().slice(1)) {
    await button(page, 'Previous').click();
    await expectStep(page, title);
  }
  await expect(button(page, 'Previous')).toBeDisabled();
});

test('asks for all fields of a registration, step by step', async ({ page, visit }) => {
  await visit('/registration');
  const questions = steps.map((_, at) =>
    registrationFields
      .filter(({ step, kind, contact }) => step === at && kind !== 'intake' && contact !== 'guardian')
      .map(({ label }) => label),
  );
  questions[0]?.unshift('Myself', 'My child');
  questions.at(-1)?.push(consent);
  for (const [index, labels] of questions.entries()) {
    const title = steps[index] ?? steps[0];
    await goOn(page, title);
    await expect(page.getByRole('main').locator('form label').filter({ visible: true })).toHaveText(labels);
    for (const label of labels) await expect(field(page, label)).toBeVisible();
  }
  await expect(field(page, consent)).not.toBeChecked();
  expect(await page.getByLabel('Date of Birth').getAttribute('type')).toBe('date');
  expect(await page.getByLabel('Start Date').getAttribute('type')).toBe('date');
});

test('with large text on a narrow phone the buttons of every step are whole', async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit('/registration');
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  for (const title of steps) {
    await goOn(page, title);
    for (const name of ['Previous', title === 'Review & Submit' ? 'Submit' : 'Next']) {
      await button(page, name).scrollIntoViewIfNeeded();
      await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    }
  }
});

test('an intake of the program sets the start date, and another date can be written', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  await goOn(page, 'Program Selection');
  const intakes = page.getByRole('group', { name: 'Intake' }).getByRole('radio');
  await expect(intakes).toHaveCount(0);
  await field(page, 'Program').selectOption({ label: 'Music & Guitar' });
  await expect(intakes.first()).toHaveAccessibleName(/^Starts \d{1,2} \w{3} 20\d\d(?:, .*(?:place|Full))?/);
  await expect(intakes.last()).toHaveAccessibleName('Another date');
  await expectClean(page, 'the intakes');

  await intakes.first().check();
  await expect(field(page, 'Start Date')).toHaveCount(0);
  const [, day = ''] =
    /^Starts (\d+ \w+ \d+)/.exec((await intakes.first().locator('..').textContent()) ?? '') ?? [];
  await goOn(page, 'Review & Submit');
  await expect(page.getByRole('main')).toContainText(`Start Date: ${day}`);
  await page.getByRole('button', { name: 'Change: Your course' }).click();
  await field(page, 'Another date').check();
  await expect(field(page, 'Start Date')).toHaveValue('');
});

test('the program step lists the programs, refetched each time it appears', async ({
  page,
  request,
  account,
  visit,
}) => {
  await visit('/registration');
  const options = field(page, 'Program').getByRole('option');
  await goOn(page, 'Program Selection');
  await expect(options.filter({ hasText: 'Information Technology' })).toHaveCount(1);
  await expect(options.filter({ hasText: 'Small Business Clinic' })).toHaveCount(0);
  await button(page, 'Previous').click();
  await expectStep(page, 'Personal Information');

  const program = await makeProgram(request, account, { name: `New while typing ${Date.now()}` });
  await button(page, 'Next').click();
  await expect(options.filter({ hasText: program.name })).toHaveCount(1);
  await program.remove();
  await button(page, 'Previous').click();
  await expectStep(page, 'Personal Information');
  await button(page, 'Next').click();
  await expectStep(page, 'Program Selection');
  await expect(options.filter({ hasText: program.name })).toHaveCount(0);
});

test('the address selects the program', async ({ page, request, visit }) => {
  const programs = await stored<{ id: number; name: string }[]>(request, '/programs');
  const program = programs.find(({ name }) => name === 'Music & Guitar');
  await visit(`/registration?program=${program?.id}`);
  await goOn(page, 'Program Selection');
  await expect(field(page, 'Program')).toHaveValue(String(program?.id));
  await expect(field(page, 'Program').getByRole('option', { selected: true })).toHaveText('Music & Guitar');
});

test('answers survive every step, and the review shows each, or None for an empty medical one', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  await fillIn(page, { firstName: 'Brenda' });
  const review = page.getByRole('main');
  for (const label of ['Medical Conditions', 'Allergies', 'Medications']) {
    await expect(review).toContainText(`${label}: None`);
  }

  const answers = {
    'Medical Information': {
      'Medical Conditions': 'Asthma',
      Allergies: 'Groundnuts',
      Medications: 'Inhaler',
    },
    'Emergency Contact': {
      'Emergency Contact Name': 'Ruth Story',
      'Emergency Contact Phone': '+256 700 999 888',
      Relationship: 'Mother',
    },
    'Program Selection': { 'Start Date': '2030-02-04' },
    'Personal Information': { 'Date of Birth': '2005-03-09' },
  };
  for (const [title, given] of Object.entries(answers)) {
    await button(page, 'Previous').click();
    await expectStep(page, title as (typeof steps)[number]);
    for (const [label, value] of Object.entries(given)) await field(page, label).fill(value);
  }
  await expect(field(page, 'First Name')).toHaveValue('Brenda');
  await goOn(page, 'Review & Submit');
  await expect(field(page, consent)).toBeChecked();
  for (const shown of [
    'First Name: Brenda',
    'Last Name: Story',
    'Email: amina.story@example.org',
    'Phone: +256 700 123 456',
    'Date of Birth: 9 Mar 2005',
    'Program: Music & Guitar',
    'Start Date: 4 Feb 2030',
    'Emergency Contact Name: Ruth Story',
    'Emergency Contact Phone: +256 700 999 888',
    'Relationship: Mother',
    'Medical Conditions: Asthma',
    'Allergies: Groundnuts',
    'Medications: Inhaler',
  ]) {
    await expect(review).toContainText(shown);
  }
  // A translation service must not get personal data.
  for (const value of ['Brenda', 'Ruth Story', 'Asthma', 'Groundnuts', '+256 700 999 888']) {
    const written = review.getByText(value, { exact: true });
    await expect(written.last()).toBeVisible();
    const isTranslated = await written.evaluateAll((elements) =>
      elements.map((element) => element.closest<HTMLElement>('[translate]')?.translate),
    );
    expect(new Set(isTranslated)).toEqual(new Set([false]));
  }
  const label = review.getByText('Allergies:', { exact: true });
  expect(await label.evaluate((element) => element.closest<HTMLElement>('[translate]')?.translate)).toBe(
    true,
  );
});

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

  await button(page, 'Submit').click();
  const submitting = button(page, 'Submitting...');
  await expect(submitting).toBeDisabled();
  await submitting.click({ force: true });
  release();
  await expect.poll(() => calls[0]?.response().then((answer) => answer?.status())).toBe(201);
  const reference = (await (await calls[0]?.response())?.text())?.match(/REG-\d{4}-\d{6}/)?.[0];

  // The clock stops until the page has the answer, then the test moves it.
  const submitted = button(page, 'Submit');
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(submitted).toBeDisabled({ timeout: 50 });
  }).toPass({ intervals: [0] });
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

test('the success page links to the programs and home', async ({ page }) => {
  await page.goto('/registration-success');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Registration Successful!');
  await expect(main.getByRole('link', { name: 'Explore Programs' })).toHaveAttribute('href', '/programs');
  await expect(main.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});

test('a draft survives a reload, without its medical answers, and is gone once it is sent', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  await fillIn(page, { firstName: 'Carol' });
  await button(page, 'Previous').click();
  await field(page, 'Allergies').fill('Penicillin');
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
  await expect(field(page, 'Allergies')).toHaveValue('Penicillin');
  await goOn(page, 'Review & Submit');

  await button(page, 'Submit').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, innerHeight));
  await page.reload();
  await expectStep(page, 'Medical Information');
  await expect(
    page.getByText('We do not store health answers on this phone. Please write them again.'),
  ).toBeInViewport();
  await expect(field(page, 'Allergies')).toHaveValue('');
  await goOn(page, 'Review & Submit');
  await expect(page.getByRole('main')).toContainText('First Name: Carol');
  await expect(page.getByRole('main')).toContainText('Allergies: Not written again');
  await expect(page.getByRole('main')).toContainText('Medications: None');
  await expect(field(page, consent)).not.toBeChecked();
  await field(page, consent).check();
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/registration-success$/);
  expect(await kept()).not.toContain('Carol');
});

test('each step is a history entry', async ({ page, visit }) => {
  await visit('/faq');
  await visit('/registration');
  await goOn(page, 'Emergency Contact');
  await page.goBack();
  await expectStep(page, 'Program Selection');
  await page.goForward();
  await expectStep(page, 'Emergency Contact');
  await button(page, 'Previous').click();
  await expectStep(page, 'Program Selection');
  await page.goBack();
  await expectStep(page, 'Personal Information');
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});

test('the browser fills in what is about the person who writes, and a birth has its limits', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  const filled = (label: string) => field(page, label).getAttribute('autocomplete');
  expect([await filled('First Name'), await filled('Date of Birth')]).toEqual(['given-name', 'bday']);
  await page.getByRole('radio', { name: 'My child' }).check();
  expect([await filled('First Name'), await filled('Date of Birth')]).toEqual(['off', 'off']);
  expect(await filled('Phone')).toBe('tel');

  const birth = field(page, 'Date of Birth');
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Kampala' }).format(new Date()),
  );
  await expect(birth).toHaveAttribute('max', today);
  await expect(birth).toHaveAttribute('min', `${Number(today.slice(0, 4)) - 100}${today.slice(4)}`);
  await goOn(page, 'Emergency Contact');
  expect([await filled('Guardian Name'), await filled('Guardian Phone')]).toEqual(['name', 'tel']);
});
