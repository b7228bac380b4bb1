import { readFile } from 'node:fs/promises';
import { documentFaults } from '@institute/contract/applicant-documents.constants';
import { expectClean } from '../axe.ts';
import { query } from '../database.ts';
import { askedPapers, heicPhoto, sendDocuments, takePhoto } from '../documents.ts';
import { countPresses } from '../presses.ts';
import { expect, failedCall, makeProgram, openScreen, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`),
});

const MOST_PRESSES = 3;

test('a registrar looks at the documents of three applicants, one press after the other', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Papers');
  const program = await makeProgram(request, account, { name: `Papers ${lastName}`, asks: askedPapers });
  const sent = { Ann: { s4: 2, id: 1, photo: 1 }, Bea: { s4: 1, id: 1 }, Cat: { id: 1 } };
  for (const [at, [firstName, pages]] of Object.entries(sent).entries()) {
    const phone = `+256 772 700 10${at}`;
    const fields = { firstName, lastName, phone, dateOfBirth: '2000-01-01', programId: program.id };
    const { reference } = await sendRegistration(request, fields);
    await sendDocuments(request, { reference, phone }, pages);
  }
  const { press, key, presses, report } = countPresses();
  const documents = office.getByRole('region', { name: 'Documents' });
  const accept = office.getByRole('button', { name: 'Accept', exact: true }).last();
  const shows = (name: string) => office.getByRole('dialog', { name, exact: true });

  await office.goto('/admin');
  const care = office.getByRole('region', { name: 'What needs care' });
  await expect(care.getByRole('link', { name: /documents to look at/ })).toHaveAttribute(
    'href',
    '/admin/registrations?documents=toLookAt',
  );
  await openScreen(office, `/admin/registrations?q=${lastName}&sort=name&documents=toLookAt`);
  await expect(office.getByRole('row', { name: `Ann ${lastName}` })).toContainText('3/3');
  await expect(office.getByRole('button', { name: 'Remove Documents: To look at' })).toBeVisible();

  await test.step('one is refused, taken back and accepted', async () => {
    await press(office.getByRole('button', { name: `View Ann ${lastName}` }));
    await expect(documents.getByText('3 of 3 given, 3 to look at')).toBeVisible();
    await documents.scrollIntoViewIfNeeded();
    await press(documents.getByRole('button', { name: 'Look at 3 documents' }));
    await expect(office.getByAltText('S4 result slip, page 1')).toBeVisible();
    await key(office, 'ArrowRight');
    await expect(office.getByAltText('S4 result slip, page 2')).toBeVisible();
    await press(accept);
    await expect(shows('National identity card')).toBeVisible();
    await press(office.getByRole('button', { name: 'Refuse' }));
    await press(office.getByRole('menuitem', { name: 'Blurred' }));
    await expect(shows('Passport photograph')).toBeVisible();
    const refused = findToast(office, 'Refused');
    await expect(refused).toContainText('The applicant is told in 10 seconds');
    await press(refused.getByRole('button', { name: 'Undo' }));
    await expect(shows('National identity card')).toContainText('To look at');
    await press(accept);
    await expect(shows('Passport photograph')).toBeVisible();
    await press(accept);
    await expect(shows('Passport photograph')).toBeHidden();
    await expect(documents.getByText('3 of 3 given', { exact: true })).toBeVisible();
  });

  await test.step('by keys alone', async () => {
    await key(office, 'j');
    await expect(documents.getByText('2 of 3 given, 2 to look at')).toBeVisible();
    await key(office, 'd');
    await expect(office.getByAltText('S4 result slip, page 1')).toBeVisible();
    await key(office, 'a');
    await expect(office.getByAltText('National identity card, page 1')).toBeVisible();
    await key(office, '4');
    await expect(documents.getByText('The name differs from the one in your application.')).toBeVisible();
    await key(office, 'j');
    await expect(documents.getByText('1 of 3 given, 1 to look at')).toBeVisible();
    await key(office, 'd');
    await expect(office.getByAltText('National identity card, page 1')).toBeVisible();
    await key(office, 'a');
    await expect(documents.getByText('1 of 3 given', { exact: true })).toBeVisible();
  });

  const looked = 6;
  expect(presses()).toBeLessThanOrEqual(looked * MOST_PRESSES);
  console.info(`Documents: ${looked} looked at with ${report()}`);

  await test.step('an original is seen at the desk, and a gap is asked about', async () => {
    await documents.getByRole('button', { name: 'Original seen: Passport photograph' }).click();
    await expect(documents.getByText('2 of 3 given', { exact: true })).toBeVisible();
    await documents.getByLabel('Photograph S4 result slip').setInputFiles(heicPhoto);
    await expect(findToast(office, 'The page was not added')).toContainText(documentFaults.heic);
    await office.keyboard.press('a');
    const question = office.getByRole('alertdialog', { name: '1 document is missing. Accept anyway?' });
    await expect(question).toContainText('S4 result slip.');
    await question.getByRole('button', { name: 'Accept Anyway' }).click();
    await expect(findToast(office, 'Registration updated successfully')).toBeVisible();
  });

  await test.step('the paper that was missing is photographed at the desk', async () => {
    const slip = documents.getByRole('listitem').filter({ hasText: 'S4 result slip' });
    const [chooser] = await Promise.all([
      office.waitForEvent('filechooser'),
      slip.getByText('Photograph', { exact: true }).click(),
    ]);
    await chooser.setFiles({ name: 'paper.jpg', mimeType: 'image/jpeg', buffer: takePhoto() });
    await expect(findToast(office, 'Page added')).toBeVisible();
    await expect(documents.getByText('3 of 3 given, 1 to look at')).toBeVisible();
    await documents.getByRole('button', { name: 'Look at 1 document' }).click();
    await expect(office.getByAltText('S4 result slip, page 1')).toBeVisible();
    await accept.click();
    await expect(documents.getByText('3 of 3 given', { exact: true })).toBeVisible();
  });

  await test.step('the answers of one program come as a table', async () => {
    await office.goto(`/admin/registrations?program=${program.id}`);
    await office.getByRole('button', { name: 'Export CSV' }).click();
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('menuitem', { name: /^Documents and answers/ }).click(),
    ]);
    const table = await readFile(await download.path(), 'utf8');
    expect(table).toContain('Reference,Name,Status,S4 result slip,');
    expect(table).toContain(`Ann ${lastName},new,"2 pages, accepted"`);
  });

  await test.step('a phone has room for it all', async () => {
    await office.setViewportSize({ width: 390, height: 844 });
    await office.goto(`/admin/registrations?q=${lastName}&sort=name&documents=refused`);
    await office.getByRole('button', { name: `View Bea ${lastName}` }).click();
    await documents.scrollIntoViewIfNeeded();
    await expectClean(office, 'documents on a phone');
    await documents.getByRole('button', { name: 'View National identity card' }).click();
    await expect(office.getByAltText('National identity card, page 1')).toBeInViewport();
    await expect(accept).toBeInViewport({ ratio: 1 });
    await expectClean(office, 'a page of a document on a phone');
  });

  const states = await query<{ given: string }>(
    `select r.first_name || ' ' || g.ask || ' ' || g.state as given from given_answers g
     join registrations r on r.id = g.registration_id where r.last_name = $1 order by given`,
    [lastName],
  );
  expect(states.map(({ given }) => given)).toEqual([
    'Ann id accepted',
    'Ann photo accepted',
    'Ann s4 accepted',
    'Bea id refused',
    'Bea s4 accepted',
    'Cat id accepted',
    'Cat photo accepted',
    'Cat s4 accepted',
  ]);
  await program.remove();
});
