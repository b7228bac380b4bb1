import { owner } from '../owner.ts';
import { enter, expect, test, unique } from '../story.ts';
import { toast } from '../toasts.ts';
import { button, consent, expectStep, field, guardianConsent, steps } from '../wizard.ts';

const sevenYearsAgo = `${new Date().getFullYear() - 7}-01-01`;

test('a parent with a phone and no email address registers a child, and is told by SMS what became of it', async ({
  page,
  visit,
  request,
  smsGateway,
}) => {
  const lastName = unique('Phone');
  const digits = `772${String(Date.now()).slice(-6)}`;
  const [phone, number] = [`0${digits.slice(0, 3)} ${digits.slice(3)}`, `+256${digits}`];
  const smsWith = async (text: string | RegExp) => {
    const found = () => smsGateway.taken.filter(({ to }) => to === number).map((sms) => sms.text);
    await expect.poll(found).toContainEqual(expect.stringMatching(text));
  };
  let reference = '';

  await test.step('five steps on a small phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit('/registration');
    await page.getByRole('radio', { name: 'My child' }).check();
    await field(page, 'First Name').fill('Kato');
    await field(page, 'Last Name').fill(lastName);
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'If you have none, we write to your phone.',
    );
    await field(page, 'Your phone').fill(phone);
    await field(page, 'Date of Birth').fill(sevenYearsAgo);
    for (const step of steps.slice(1)) {
      await button(page, 'Next').click();
      await expectStep(page, step);
      if (step === 'Program Selection') await field(page, 'Program').selectOption({ index: 1 });
      if (step === 'Emergency Contact') {
        await field(page, 'Guardian Name').fill('Grace Nakato');
        await field(page, 'Guardian Phone').fill(phone);
        await field(page, guardianConsent).check();
      }
    }
    await field(page, consent).check();
    await button(page, 'Submit').click();
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
    await enter(page, owner);
    await page.goto('/admin/registrations');
    await page.getByRole('searchbox', { name: 'Search' }).fill(`+256 (0)${digits}`);
    await page.getByRole('button', { name: `View Kato ${lastName}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Status').selectOption('Accepted');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page, 'Registration updated successfully')).toBeVisible();
    await smsWith(`Kato.*${reference}: accepted`);
  });

  async function smsAddresses(): Promise<{ incoming: string; reports: string }> {
    const entered = await request.post('/api/v1/admin/login', { data: owner });
    const headers = { authorization: `Bearer ${(await entered.json()).data.token}` };
    const answer = await request.get('/api/trpc/installation.smsAddresses', { headers });
    return (await answer.json()).result.data;
  }
});
