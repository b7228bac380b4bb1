import { owner } from '../owner.ts';
import { enterOffice, expect, makeUnique, test } from '../story.ts';
import { findToast } from '../toasts.ts';
import { consent, expectStep, findButton, findField, guardianConsent, steps } from '../wizard.ts';

const sevenYearsAgo = `${new Date().getFullYear() - 7}-01-01`;

test('a parent with a phone and no email address registers a child, and is told by SMS what became of it', async ({
  page,
  visit,
  request,
  smsGateway,
}) => {
  const lastName = makeUnique('Phone');
  const digits = `772${String(Date.now()).slice(-6)}`;
  const phone = `0${digits.slice(0, 3)} ${digits.slice(3)}`;
  const number = `+256${digits}`;
  const smsWith = async (text: string | RegExp) => {
    const found = () => smsGateway.taken.filter(({ to }) => to === number).map((sms) => sms.text);
    await expect.poll(found).toContainEqual(expect.stringMatching(text));
  };
  let reference = '';

  await test.step('five steps on a small phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit('/registration');
    await page.getByRole('radio', { name: 'My child' }).check();
    await findField(page, 'First Name').fill('Kato');
    await findField(page, 'Last Name').fill(lastName);
    await expect(findField(page, 'Email')).toHaveAccessibleDescription(
      'If you have none, we write to your phone.',
    );
    await findField(page, 'Your phone').fill(phone);
    await findField(page, 'Date of Birth').fill(sevenYearsAgo);
    for (const step of steps.slice(1)) {
      await findButton(page, 'Next').click();
      await expectStep(page, step);
      if (step === 'Program Selection') await findField(page, 'Program').selectOption({ index: 1 });
      if (step === 'Emergency Contact') {
        await findField(page, 'Guardian Name').fill('Grace Nakato');
        await findField(page, 'Guardian Phone').fill(phone);
        await findField(page, guardianConsent).check();
      }
    }
    await findField(page, consent).check();
    await findButton(page, 'Submit').click();
    await expect(page).toHaveURL(/\/registration-success$/);
    const main = page.getByRole('main');
    await expect(main).toContainText(`We send an SMS to ${phone} with your reference.`);
    reference = /REG-\d{4}-\d{6}/.exec((await main.textContent()) ?? '')?.[0] ?? 'none';
  });

  await test.step('the SMS leads to the status, which needs the phone', async () => {
    await smsWith(`${reference}.*/s/${reference}.*Reply STOP to end\\.`);
    await visit(`/s/${reference.toLowerCase()}`);
    const main = page.getByRole('main');
    await expect(main.getByLabel('Reference')).toHaveValue(reference);
    await expect(main).not.toContainText('Status:');
    await main.getByLabel('Phone').fill(number);
    await main.getByRole('button', { name: 'Show status' }).click();
    await expect(main).toContainText('Status: received');
  });

  await test.step('STATUS is answered', async () => {
    const { incoming, reports } = await smsAddresses();
    Object.assign(smsGateway.callbacks, { incoming, reports });
    expect((await smsGateway.receive({ from: number, text: 'Status' })).status).toBe(200);
    await smsWith(`^${reference}: received`);
  });

  await test.step('the office finds the child by the phone alone, and accepts it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await enterOffice(page, owner);
    await page.goto('/admin/registrations');
    await page.getByRole('searchbox', { name: 'Search' }).fill(`+256 (0)${digits}`);
    await page.getByRole('button', { name: `View Kato ${lastName}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Status').selectOption('Accepted');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(findToast(page, 'Registration updated successfully')).toBeVisible();
    await smsWith(`Kato.*${reference}: accepted`);
  });

  async function smsAddresses(): Promise<{ incoming: string; reports: string }> {
    const entered = await request.post('/api/v1/admin/login', { data: owner });
    const headers = { authorization: `Bearer ${(await entered.json()).data.token}` };
    const answer = await request.get('/api/trpc/installation.smsAddresses', { headers });
    return (await answer.json()).result.data;
  }
});
