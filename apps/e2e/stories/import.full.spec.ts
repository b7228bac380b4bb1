import { writeFile } from 'node:fs/promises';
import { makePlainImage } from '../../server/src/testing/files/images.ts';
import { writeWordPressExport } from '../../server/src/testing/files/wordpress-export.ts';
import { startHttp } from '../../server/src/testing/stand-ins/http-server.ts';
import { expectFieldsInSight } from '../first-forms.ts';
import { countPresses } from '../presses.ts';
import { expect, test, uniqueWord } from '../story.ts';

test('a school moves in from WordPress with at most eight presses, and out again', async ({
  office,
  page,
  isPhone,
}, info) => {
  const word = uniqueWord('Moved');
  const picture = await makePlainImage('jpeg');
  const site = await startHttp((_, response) => void response.writeHead(200).end(picture));
  const file = info.outputPath('export.xml');
  const number = (at: number) => Number(`${info.parallelIndex}${at}`);
  await writeFile(
    file,
    writeWordPressExport({
      base: site.origin,
      items: Array.from({ length: 80 }, (_, at) => ({
        id: number(at + 1000),
        title: `${word} ${at}`,
        type: at < 60 ? 'post' : 'page',
        link: `${site.origin}/${word.toLowerCase()}/${at}/`,
        content: `<p>Text ${at}</p>${at === 0 ? `<img src="${site.origin}/a.jpg" alt="Yard">` : ''}`,
      })),
    }),
  );
  await office.goto('/admin');
  const { press, takeFile, presses, report } = countPresses();
  if (isPhone) await press(office.getByRole('button', { name: 'Toggle Sidebar' }));
  await press(office.getByRole('link', { name: 'Settings' }));
  await press(office.getByRole('link', { name: 'Import', exact: true }));
  await takeFile(office.getByLabel('File', { exact: true }), file);
  await press(office.getByRole('button', { name: 'Preview' }));
  const begin = office.getByRole('button', { name: 'Import 80 items' });
  await begin.waitFor();
  await expectFieldsInSight(office.getByRole('main'));
  await press(begin);
  const posts = office.getByRole('link', { name: '60 posts new' });
  await expect(posts).toBeVisible();
  await expect(office.getByRole('link', { name: '20 pages new' })).toBeVisible();
  const address = office.url();
  await press(posts);
  await expect(office.getByText(`${word} 59`).first()).toBeVisible();
  info.annotations.push({ type: 'moving in', description: report() });
  expect(presses()).toBeLessThanOrEqual(8);

  await page.goto(`/${word.toLowerCase()}/0`);
  await expect(page.getByRole('heading', { level: 1, name: `${word} 0` })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Yard' })).toBeVisible();
  await page.goto(`/${word.toLowerCase()}/79/`);
  await expect(page).toHaveURL(/\/p\//);
  await expect(page.getByText('Text 79')).toBeVisible();

  await office.goto(address);
  await office.getByRole('button', { name: 'Undo' }).click();
  await office.getByRole('button', { name: 'Undo Import' }).click();
  await expect(office.getByText('80 items are in the trash or as they were')).toBeVisible();
  await site.close();
});
