import { expect, test } from 'vitest';
import { listNavigation } from './navigation.ts';
import { defaultMenu, menuPaths } from './site.constants.ts';

const institute = { name: 'Nile School of Trades', logo: '', logoHasName: false };
const whole = { menu: defaultMenu, emptyPages: [], menuPages: [], institute };
type Menu = Parameters<typeof listNavigation>[0];

const showEntry = (entry: string) => ({ entry, hidden: false });
const putBelow = (entry: string) => ({ ...showEntry(entry), below: true as const });
const own = ['/p/rules', '/p/hostel'].map((entry) => ({ entry, title: entry.slice(3) }));
const paths = (links: { to: string }[]) => links.map(({ to }) => to);
const headerOf = (site: Menu) => paths(listNavigation(site).header);
const drawerOf = (site: Menu) => paths(listNavigation(site).drawer);

const headerPaths = menuPaths.filter((path) => path !== '/alumni');
const drawerPaths = drawerOf(whole);

test('while the office has moved nothing, header and drawer have orders of their own', () => {
  expect(headerOf(whole)).toEqual(headerPaths);
  expect(drawerPaths.slice(0, 4)).toEqual(['/', '/about', '/programs', '/coaches']);
  expect(drawerOf({ ...whole, menu: [] })).toEqual(drawerPaths);
  expect([...drawerPaths].sort()).toEqual([...menuPaths].sort());
});

test('pages without content are left out, but never home and programs', () => {
  const never = ['/registration', '/contact'];
  const emptyPages = [...drawerPaths.filter((path) => !never.includes(path)), '/donations'];
  const kept = ['/', '/programs', '/registration', '/contact'];
  expect(headerOf({ ...whole, emptyPages })).toEqual(kept);
  expect(paths(listNavigation({ ...whole, emptyPages }).footer.quick)).toEqual([
    '/programs',
    '/registration',
  ]);
  expect(drawerOf({ ...whole, emptyPages: ['/gallery'] })).toEqual(
    drawerPaths.filter((path) => path !== '/gallery'),
  );
});

test('a hidden page is left out and moves no other', () => {
  const site = { ...whole, menu: defaultMenu.map((item) => ({ ...item, hidden: item.entry === '/faq' })) };
  expect(headerOf(site)).toEqual(headerPaths.filter((path) => path !== '/faq'));
  expect(drawerOf(site)).toEqual(drawerPaths.filter((path) => path !== '/faq'));
});

test('header and drawer follow the order of the office, then the pages that it does not name', () => {
  const site = { ...whole, menu: ['/', '/news', '/p/rules', '/alumni', '/about'].map(showEntry) };
  expect(headerOf(site).slice(0, 5)).toEqual(['/', '/news', '/about', '/programs', '/registration']);
  expect(drawerOf(site).slice(0, 5)).toEqual(['/', '/news', '/alumni', '/about', '/programs']);
});

test('own pages follow the others by position, also where the menu names them last', () => {
  const site = { ...whole, menuPages: own };
  expect(listNavigation(site).drawer.slice(-2)).toEqual([
    { to: '/p/rules', label: 'rules' },
    { to: '/p/hostel', label: 'hostel' },
  ]);
  const named = { ...site, menu: [...defaultMenu, showEntry('/p/hostel'), showEntry('/p/rules')] };
  expect(drawerOf(named)).toEqual([...drawerPaths, '/p/hostel', '/p/rules']);
});

test('an own page stands where the office put it, is hidden by it, and drops out when it is gone', () => {
  const site = { ...whole, menu: ['/', '/p/hostel', '/p/gone', '/about'].map(showEntry), menuPages: own };
  expect(headerOf(site).slice(0, 3)).toEqual(['/', '/p/hostel', '/about']);
  expect(headerOf(site).at(-1)).toBe('/p/rules');
  const hidden = { ...site, menu: [{ entry: '/p/rules', hidden: true }] };
  expect(headerOf(hidden)).toEqual([...headerPaths, '/p/hostel']);
  const last = { ...whole, menu: [...defaultMenu.slice(0, -1), showEntry('/p/gone'), showEntry('/alumni')] };
  expect(drawerOf(last)).toEqual(drawerPaths);
});

test('a link to another site has the name of the office, and follows the pages until it is moved', () => {
  const link = { ...showEntry('https://results.example/'), label: 'Results' };
  const added = { ...whole, menu: [...defaultMenu, link] };
  expect(listNavigation(added).header.at(-1)).toEqual({ to: link.entry, label: 'Results' });
  expect(headerOf(added)).toEqual([...headerPaths, link.entry]);
  const moved = { ...whole, menu: [showEntry('/'), link, showEntry('/about')] };
  expect(headerOf(moved).slice(0, 3)).toEqual(['/', link.entry, '/about']);
});

test('an address of the site with a name is shown with it, unless visitors cannot open it', () => {
  const named = (entry: string, label: string) => ({ ...showEntry(entry), label });
  const menu = [
    ...defaultMenu.map((item) => (item.entry === '/gallery' ? { ...item, label: 'Pictures' } : item)),
    named('/p/hostel', 'Our hostel'),
    named('/donations', 'Give'),
    named('/programs/3', 'Welding'),
    named('/p/rules', 'Rules'),
  ];
  const site = { ...whole, menu, menuPages: own.slice(0, 1) };
  const { header, drawer } = listNavigation(site);
  for (const links of [header, drawer]) {
    expect(links).toContainEqual({ to: '/gallery', label: 'Pictures' });
    expect(links.slice(-4)).toEqual([
      { to: '/p/hostel', label: 'Our hostel' },
      { to: '/donations', label: 'Give' },
      { to: '/programs/3', label: 'Welding' },
      { to: '/p/rules', label: 'Rules' },
    ]);
  }
  expect(headerOf({ ...site, emptyPages: ['/donations', '/p/hostel'] }).slice(-2)).toEqual([
    '/programs/3',
    '/p/rules',
  ]);
});

test('entries stand below the one before them, and at the top while that is not shown', () => {
  const menu = [
    showEntry('/'),
    showEntry('/about'),
    putBelow('/coaches'),
    putBelow('/alumni'),
    showEntry('/news'),
  ];
  const { header, drawer } = listNavigation({ ...whole, menu });
  const about = {
    to: '/about',
    label: 'About',
    below: [
      { to: '/coaches', label: 'Trainers' },
      { to: '/alumni', label: 'Alumni' },
    ],
  };
  expect(header.slice(0, 3)).toEqual([{ to: '/', label: 'Home' }, about, { to: '/news', label: 'News' }]);
  expect(drawer[1]).toEqual(about);
  expect(headerOf({ ...whole, menu, emptyPages: ['/about'] }).slice(0, 4)).toEqual([
    '/',
    '/coaches',
    '/alumni',
    '/news',
  ]);
});

test('more entries or a longer name leave room for fewer, and all stand in the row where they fit', () => {
  const fitsOf = (site: Menu) => listNavigation(site).fits;
  const many = Array.from({ length: 6 }, (_, at) => ({ entry: `/p/${at}`, title: 'Rules of the hostel' }));
  const name = 'St. Catherine’s Vocational and Business Training Institute of Nsambya, Kampala';
  const few = { ...whole, menu: menuPaths.slice(5).map((entry) => ({ entry, hidden: true })) };
  expect(fitsOf(few)).toEqual({ lg: 5, xl: 5 });
  const usual = fitsOf({ ...whole, menuPages: many });
  expect(usual.lg).toBeLessThan(usual.xl);
  const long = fitsOf({ ...whole, menuPages: many, institute: { ...institute, name } });
  expect(long.lg).toBeGreaterThan(2);
  expect(long.lg).toBeLessThan(usual.lg);
  const logo = '/uploads/a-300x100-ffffff/300.webp';
  const alone = fitsOf({ ...whole, menuPages: many, institute: { name, logo, logoHasName: true } });
  expect(alone.lg).toBeGreaterThan(long.lg);
});
