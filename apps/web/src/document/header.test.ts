import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listLinks, makeDataAnswer, readPage } from '../testing/server-page.ts';
import { addNavigation, site } from '../testing/site.ts';

const readHeader = async (path: string, own: Partial<typeof site>) => {
  const shown = addNavigation({ ...site, ...own });
  const { getByRole } = await readPage(path, { '/site': makeDataAnswer(shown) });
  return {
    banner: getByRole('banner'),
    main: getByRole('navigation', { name: 'Main' }),
    ...shown.navigation,
  };
};
const menuPages = Array.from({ length: 6 }, (_, at) => ({ entry: `/p/${at}`, title: `House rules ${at}` }));

test('entries without room stand under More, each at the widths at which the row lacks it', async () => {
  const { main, fits, header } = await readHeader('/', { menuPages });
  const more = within(main).getByText('More').closest('details') as HTMLElement;
  expect(listLinks(more).map(([, to]) => to)).toEqual(header.slice(fits.lg).map(({ to }) => to));
  const items = [...more.querySelectorAll(':scope > ul > li')];
  const onlyNarrow = items.filter(({ className }) => className === 'xl:hidden');
  expect(onlyNarrow).toHaveLength(fits.xl - fits.lg);
  const row = [...main.querySelectorAll(':scope > ul > li')];
  expect(row.filter(({ className }) => className === 'max-xl:hidden')).toHaveLength(fits.xl - fits.lg);
});

test('an entry with others below it opens to itself and them, in the header and in the drawer', async () => {
  const { main } = await readHeader('/coaches', {
    menu: [
      { entry: '/', hidden: false },
      { entry: '/about', hidden: false },
      { entry: '/coaches', hidden: false, below: true },
      { entry: '/news', hidden: false },
    ],
  });
  const about = main.querySelector('details') as HTMLElement;
  expect(within(about).getByText('About', { selector: 'summary' })).toBeTruthy();
  expect(listLinks(about)).toEqual([
    ['About', '/about'],
    ['Trainers', '/coaches'],
  ]);
  expect(within(about).getByText('Trainers').getAttribute('aria-current')).toBe('page');
});

test('a logo with the name hides the words from sight, but not from a screen reader', async () => {
  const institute = { ...site.institute, logo: '/uploads/a-300x100-ffffff/300.webp' };
  const words = async (logoHasName: boolean) => {
    const { banner } = await readHeader('/', { institute: { ...institute, logoHasName } });
    return within(banner).getByText(institute.name).className;
  };
  expect(await words(true)).toContain('pictured:sr-only');
  expect(await words(false)).toContain('line-clamp-4');
});
