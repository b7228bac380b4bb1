import { writeWordPressExport } from '../../server/src/testing/files/wordpress-export.ts';
import { expect, test, uniqueWord } from '../story.ts';

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
});
