import { expectClean } from '../axe.ts';
import { takePicture } from '../pictures.ts';
import { expect, openScreen, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

// Chromium 112 warns of what 114 can do.
test.use({ expectedInConsole: /a 'popover' attribute|409|Record again/ });

test('a day of the office: a new account, an applicant, a payment, news, a message, and out', async ({
  page,
  request,
}, { project }) => {
  const lastName = uniqueWord('Nabirye');
  const open = (entry: string) => page.getByRole('link', { name: entry }).click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const email = `${lastName}@institute.example`.toLowerCase();
  await page.goto('/admin/signup');
  await page.getByLabel('Email').fill(email);
  for (const label of ['Password', 'Confirm Password'])
    await page.getByLabel(label, { exact: true }).fill('kitenge-and-thread-9');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await open('View Users');
  await expect(page.getByText(/^Total Registrations: \d+$/)).toBeVisible();
  const person = { lastName, dateOfBirth: '2001-02-03', allergies: 'Groundnuts' };
  const { reference } = await sendRegistration(request, person);
  await request.post('/api/v1/contact', {
    data: {
      name: lastName,
      email: 'ruth@example.org',
      subject: 'Evening groups',
      message: 'On Saturdays?',
    },
  });

  await open('Fees');
  await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
  // The list is read anew
  await open('View Users');
  await page.getByRole('button', { name: `View Test ${lastName}` }).click();
  const sheet = page.getByRole('dialog', { name: lastName });
  await expect(sheet.getByRole('region', { name: 'Medical Information' })).toContainText('Groundnuts');
  await sheet.getByLabel('Status').selectOption('Accepted');
  await sheet.getByLabel('Note').fill('Has the school certificate');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(page, 'Registration updated successfully').first()).toBeVisible();
  const history = sheet.getByRole('region', { name: 'History' });
  for (const text of ['Accepted', 'Has the school certificate', email])
    await expect(history).toContainText(text);

  await page.goto('/admin/fees');
  await page.getByRole('button', { name: 'Record Payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record Payment' });
  await expect(payment.getByLabel('Person')).toBeFocused();
  await page.keyboard.type(reference);
  await expect(payment.getByRole('list', { name: 'People' })).toContainText(lastName);
  await page.keyboard.press('Enter');
  await expect(payment.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('50000');
  await page.keyboard.press('Enter');
  await expect(payment.getByText(/^Recorded UGX 50,000 of .*: receipt FEE-\d{4}-\d{6}$/)).toBeVisible();
  await payment.getByLabel('Person').fill(reference);
  await expect(payment.getByRole('list', { name: 'People' })).toContainText(lastName);
  await page.keyboard.press('Enter');
  await expect(payment.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('50000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('Record again?');
  await expectClean(page, 'the question about the same cash');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/admin/posts');
  await page.getByRole('button', { name: 'New Post' }).click();
  const post = page.getByRole('main');
  await post.getByLabel('Title').fill(lastName);
  await post.getByLabel('Content').click();
  await page.keyboard.type('Two prizes');
  await post.getByRole('button', { name: 'Publish' }).click();
  await expect(findToast(page, 'Post created successfully').first()).toBeVisible();
  expect(await (await request.get('/news')).text()).toContain(lastName);

  await openScreen(page, '/admin/messages');
  await page.getByRole('button', { name: `View ${lastName}` }).click();
  const message = page.getByRole('dialog');
  await expect(message).toContainText('On Saturdays?');
  await expect(message.getByRole('link', { name: 'Reply' })).toHaveAttribute('href', /^mailto:ruth@example/);
  await page.keyboard.press('Escape');
  await expect(message).toHaveCount(0);

  const width = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(width, 'the page does not scroll sideways').toBe(0);
  await takePicture(page, project.name, 'a-day-of-the-office');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
});
