import { countPresses } from '../presses.ts';
import { expect, makeProgram, sendRegistration, test, uniqueWord } from '../story.ts';

test.use({ viewport: { width: 1280, height: 720 } });

test("the first screen is today's work, and a new application is accepted from it by two presses", async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Today');
  const program = await makeProgram(request, account, { name: `Today ${lastName}` });
  const intakeId = await program.makeIntake(8);
  const place = { programId: program.id, intakeId, dateOfBirth: '2000-01-01' };
  // Who has waited longest comes first, also those of other stories
  const headers = { authorization: `Bearer ${account.token}` };
  const older = await request.get('/api/v1/registrations?status=new&limit=100', { headers });
  for (const { id } of (await older.json()).data)
    await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'reviewing' } });
  await sendRegistration(request, { ...place, firstName: 'Ann', lastName });
  const message = {
    name: `Moses ${lastName}`,
    email: 'm@example.org',
    subject: 'Hostel',
    message: 'Is there one?',
  };
  expect((await request.post('/api/v1/contact', { data: message })).status()).toBe(201);

  await office.goto('/admin');
  const region = (name: string) => office.getByRole('region', { name, exact: true });
  const panels = {
    'New applications': `Ann ${lastName}`,
    'What needs care': /./,
    'Money today': /UGX [\d,]+ received/,
    'Next starts': /places? left/,
    Messages: `Moses ${lastName}`,
  };
  for (const [name, text] of Object.entries(panels)) {
    await expect(region(name)).toContainText(text);
    await expect(region(name)).toBeInViewport({ ratio: 1 });
  }
  const bottom = async (name: string) => {
    const { y = 0, height = 0 } = (await region(name).boundingBox()) ?? {};
    return y + height;
  };
  const counts = await office.getByRole('article', { name: 'Posts' }).boundingBox();
  expect(counts?.y).toBeGreaterThan(await bottom('Messages'));
  await expect(region('Registrations by week')).toBeAttached();

  const { press, presses } = countPresses();
  await press(region('New applications').getByText(`Ann ${lastName}`, { exact: true }));
  const sheet = office.getByRole('dialog', { name: `Ann ${lastName}` });
  await press(sheet.getByRole('button', { name: 'Accept', exact: true }));
  await expect(region('New applications').getByText(`Ann ${lastName}`)).toHaveCount(0);
  expect(presses()).toBe(2);
  await office.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await region('Messages').getByText(`Moses ${lastName}`).click();
  await expect(office.getByRole('dialog', { name: 'Hostel' })).toContainText('Is there one?');
  await program.remove();
});
