import { wholeMenu } from '@institute/contract/site.constants';
import { expect, test } from 'vitest';
import { drawerPaths, headerPaths, menuLinks, quickLinks } from './navigation.ts';

const whole = { menu: wholeMenu, emptyPages: [] };
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
  const site = { menu, emptyPages: [] };
  expect(paths(menuLinks(site, headerPaths))).toEqual(headerPaths.filter((path) => path !== '/faq'));
  expect(paths(menuLinks(site, drawerPaths))).toEqual(drawerPaths.filter((path) => path !== '/faq'));
});

test('header and drawer follow the order of the office, then the pages that it does not name', () => {
  const menu = ['/', '/news', '/p/rules', '/alumni', '/about'].map((entry) => ({ entry, hidden: false }));
  const site = { menu, emptyPages: [] };
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
