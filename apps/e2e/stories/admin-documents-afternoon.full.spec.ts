import { query } from '../database.ts';
import { askedPapers, sendDocuments } from '../documents.ts';
import { countPresses } from '../presses.ts';
import { expect, makeProgram, sendRegistration, test, uniqueWord } from '../story.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const people = ['Ann', 'Bea', 'Cat', 'Dan', 'Eva', 'Fay', 'Gad', 'Hope', 'Ida', 'Jon', 'Kia', 'Leo'];
const MOST_PRESSES = 3;

test("a registrar's afternoon: 12 applicants, 40 pages, six refused", async ({
  office,
  request,
  account,
}) => {
  test.slow();
  const lastName = uniqueWord('Afternoon');
  const program = await makeProgram(request, account, { name: `After ${lastName}`, asks: askedPapers });
  const sent = people.map((firstName, at) => ({
    firstName,
    pages: { s4: 2, id: 1, ...(at < 4 && { photo: 1 }) } as Record<string, number>,
  }));
  for (const [at, { firstName, pages }] of sent.entries()) {
    const phone = `+256 772 800 1${String(at).padStart(2, '0')}`;
    const fields = { firstName, lastName, phone, dateOfBirth: '2000-01-01', programId: program.id };
    const { reference } = await sendRegistration(request, fields);
    await sendDocuments(request, { reference, phone }, pages);
  }
  const { press, key, presses, report } = countPresses();
  const page = (words: string) => office.getByAltText(words);
  const documents = office.getByRole('region', { name: 'Documents' });
  await office.goto(`/admin/registrations?q=${lastName}&sort=name`);
  let lookedAt = 0;
  let seenPages = 0;
  const look = async (label: string, pages: number, verdict: string) => {
    await expect(page(`${label}, page 1`)).toBeVisible();
    if (pages > 1) {
      await key(office, 'ArrowRight');
      await expect(page(`${label}, page 2`)).toBeVisible();
    }
    await key(office, verdict);
    lookedAt += 1;
    seenPages += pages;
  };
  for (const [at, { firstName, pages }] of sent.entries()) {
    if (at === 0) await press(office.getByRole('button', { name: `View ${firstName} ${lastName}` }));
    else await key(office, 'j');
    await expect(office.getByRole('dialog', { name: `${firstName} ${lastName}` })).toBeVisible();
    await expect(documents.getByRole('button', { name: /^Look at/ })).toBeVisible();
    await key(office, 'd');
    // Every second card is blurred
    await look('S4 result slip', 2, 'a');
    await look('National identity card', 1, at % 2 === 0 ? '1' : 'a');
    if (pages.photo) await look('Passport photograph', 1, 'a');
    await expect(documents.getByText(/^\d of 3 given(?:, 1 refused)?$/)).toBeVisible();
  }
  expect({ lookedAt, seenPages }).toEqual({ lookedAt: 28, seenPages: 40 });
  expect(presses()).toBeLessThanOrEqual(lookedAt * MOST_PRESSES);
  console.info(`A registrar's afternoon: ${lookedAt} documents, ${seenPages} pages with ${report()}`);

  const states = await query<{ state: string; count: number }>(
    `select g.state, count(*)::int as count from given_answers g
     join registrations r on r.id = g.registration_id where r.last_name = $1 group by 1 order by 1`,
    [lastName],
  );
  expect(states).toEqual([
    { state: 'accepted', count: 22 },
    { state: 'refused', count: 6 },
  ]);
  await program.remove();
});
