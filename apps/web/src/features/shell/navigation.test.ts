import { wholeMenu } from '@institute/contract/site.constants';
import { expect, test } from 'vitest';
import { drawerPaths, headerPaths, menuLinks, quickLinks } from './navigation.ts';

const whole = { menu: wholeMenu, emptyPages: [], menuPages: [] };
const showEntry = (entry: string) => ({ entry, hidden: false });
const own = ['/p/rules', '/p/hostel'].map((entry) => ({ entry, title: entry.slice(3) }));
const paths = (links: { to: string }[]) => links.map(({ to }) => to);

test('while the office has moved nothing, header and drawer have orders of their own', () => {
  expect(paths(menuLinks(whole, headerPaths))).toEqual(headerPaths);
  expect(paths(menuLinks({ ...whole, menu: [] }, drawerPaths))).toEqual(drawerPaths);
});

test('pages without content are left out, but never home and programs', () => {
  const never = ['/registration', '/contact'];
  const emptyPages = [...drawerPaths.filter((path) => !never.includes(path)), '/donations'];
  const kept = ['/', '/programs', '/registration', '/contact'];
  expect(paths(menuLinks({ ...whole, emptyPages }, headerPaths))).toEqual(kept);
  expect(paths(quickLinks({ ...whole, emptyPages }))).toEqual(['/programs', '/registration']);
  expect(paths(menuLinks({ ...whole, emptyPages: ['/gallery'] }, drawerPaths))).toEqual(
    drawerPaths.filter((path) => path !== '/gallery'),
  );
});

test('a hidden page is left out and moves no other', () => {
  const menu = wholeMenu.map((item) => ({ ...item, hidden: item.entry === '/faq' }));
  const site = { ...whole, menu };
  expect(paths(menuLinks(site, headerPaths))).toEqual(headerPaths.filter((path) => path !== '/faq'));
  expect(paths(menuLinks(site, drawerPaths))).toEqual(drawerPaths.filter((path) => path !== '/faq'));
});

test('header and drawer follow the order of the office, then the pages that it does not name', () => {
  const menu = ['/', '/news', '/p/rules', '/alumni', '/about'].map(showEntry);
  const site = { ...whole, menu };
  expect(paths(menuLinks(site, headerPaths)).slice(0, 5)).toEqual([
    '/',
    '/news',
    '/about',
    '/programs',
    '/registration',
  ]);
  expect(paths(menuLinks(site, drawerPaths)).slice(0, 5)).toEqual([
    '/',
    '/news',
    '/alumni',
    '/about',
    '/programs',
  ]);
});

test('own pages follow the others by position, also where the menu names them last', () => {
  const site = { ...whole, menuPages: own };
  expect(menuLinks(site, drawerPaths).slice(-2)).toEqual([
    { to: '/p/rules', label: 'rules' },
    { to: '/p/hostel', label: 'hostel' },
  ]);
  const named = { ...site, menu: [...wholeMenu, showEntry('/p/hostel'), showEntry('/p/rules')] };
  expect(paths(menuLinks(named, drawerPaths))).toEqual([...drawerPaths, '/p/hostel', '/p/rules']);
});

test('an own page stands where the office put it, is hidden by it, and drops out when it is gone', () => {
  const menu = ['/', '/p/hostel', '/p/gone', '/about'].map(showEntry);
  const site = { ...whole, menu, menuPages: own };
  expect(paths(menuLinks(site, headerPaths)).slice(0, 3)).toEqual(['/', '/p/hostel', '/about']);
  expect(paths(menuLinks(site, headerPaths)).at(-1)).toBe('/p/rules');
  const hidden = { ...site, menu: [{ entry: '/p/rules', hidden: true }] };
  expect(paths(menuLinks(hidden, headerPaths))).toEqual([...headerPaths, '/p/hostel']);
  const last = { ...whole, menu: [...wholeMenu.slice(0, -1), showEntry('/p/gone'), showEntry('/alumni')] };
  expect(paths(menuLinks(last, drawerPaths))).toEqual(drawerPaths);
});
