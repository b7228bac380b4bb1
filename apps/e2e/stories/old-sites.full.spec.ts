import { writeWordPressExport } from '../../server/src/testing/files/wordpress-export.ts';
import { expect, test, uniqueWord } from '../story.ts';

// The first answer asks for the address
test.use({ expectedInConsole: /400 \(Bad Request\)/ });

test('an import asks for its old site, shows what it replaces, and asks about the old front page', async ({
  office,
}) => {
  const word = uniqueWord('Site');
  const host = `${word.toLowerCase()}.example`;
  const write = (title: string) =>
    writeWordPressExport({
      base: 'http://localhost/wordpress',
      items: [
        { id: 1, title: `${word} day`, content: `<p>${title}</p>` },
        {
          id: 2,
          title: `${word} home`,
          type: 'page',
          link: 'http://localhost/wordpress/',
          name: word.toLowerCase(),
          content: '<p>A page that was the front of an old site, with words enough to describe it.</p>',
        },
      ],
    })
      .replace(/<\w+:base_\w+>[^<]*<\/\w+:base_\w+>/g, '')
      .replace(/<link>http:\/\/localhost\/wordpress<\/link>/, '');
  const send = async (title: string, newTitle = `${word} day`) => {
    const text = write(title).replace(`${word} day`, newTitle);
    await office.goto('/admin/import');
    const file = { name: 'site.xml', mimeType: 'text/xml', buffer: Buffer.from(text) };
    await office.getByLabel('File', { exact: true }).setInputFiles(file);
    await office.getByRole('button', { name: 'Preview' }).click();
    await expect(office.getByText('does not say from which site it is').first()).toBeVisible();
    await office.getByLabel('Address of the old site').fill(`www.${host}`);
    await office.getByRole('button', { name: 'Preview' }).click();
    await expect(office.getByText(`From ${host}`)).toBeVisible();
  };
  await send('First words');
  await office.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(office.getByRole('link', { name: '1 post new' })).toBeVisible();
  await send('Other words', `${word} night`);
  await expect(office.getByText('1 replaces what is here')).toBeVisible();
  await expect(office.getByText(`${word} night (replaces “${word} day”)`)).toBeVisible();

  const base = `https://${host}`;
  const front = { id: 5, title: `${word} welcome`, type: 'page', link: `${base}/`, name: 'welcome' };
  const buffer = Buffer.from(
    writeWordPressExport({ base, items: [front, { id: 6, title: `${word} news` }] }),
  );
  await office.goto('/admin/import');
  await office
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'site.xml', mimeType: 'text/xml', buffer });
  await office.getByRole('button', { name: 'Preview' }).click();
  const question = office.getByRole('group', { name: `Your old front page (${word} welcome)` });
  await expect(question.getByRole('radio', { name: 'Leave out' })).toBeChecked();
  await expect(office.getByRole('button', { name: 'Import 1 item' })).toBeVisible();
  await question.getByRole('radio', { name: 'Keep as a page' }).check();
  await expect(office.getByLabel('Address below /p/')).toHaveValue('welcome');
  await expect(office.getByRole('button', { name: 'Import 2 items' })).toBeVisible();
});
