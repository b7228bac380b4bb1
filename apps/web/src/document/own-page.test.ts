import { contentResources } from '@institute/contract';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listAnswer, listLinks, makeDataAnswer, origin, readMeta, readPage } from '../testing/server-page.ts';
import { addNavigation, site } from '../testing/site.ts';

const page = {
  ...contentResources.pages.example,
  id: 4,
  title: 'House rules',
  path: 'rules',
  content: '<p>Come <strong>on time</strong>.</p>',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
};
const menuPages = [{ entry: '/p/rules', title: 'House rules' }];
const answers = {
  '/pages?path=rules': listAnswer([page]),
  '/site': makeDataAnswer(addNavigation({ ...site, menuPages })),
};

test('an own page is whole HTML with title, summary, address and data, and stands in the menu', async () => {
  const { document, getByRole, getAllByRole } = await readPage('/p/rules', answers);
  expect(getByRole('heading', { level: 1 }).textContent).toBe('House rules');
  expect(within(getByRole('main')).getByText('on time').tagName).toBe('STRONG');
  expect(document.title).toBe('House rules – Test Institute');
  expect(readMeta(document, 'description')).toBe('House rules: Come on time.');
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${origin}/p/rules`);
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}');
  expect(data).toMatchObject({ '@type': 'WebPage', name: 'House rules', url: `${origin}/p/rules` });
  for (const name of ['Main', 'Mobile']) {
    const nav = getAllByRole('navigation', { name, hidden: true })[0];
    expect(listLinks(nav as HTMLElement)).toContainEqual(['House rules', '/p/rules']);
  }
});

test('an address without a page says so and is in no index', async () => {
  const { document, getByRole } = await readPage('/p/other', {
    ...answers,
    '/pages?path=other': listAnswer([]),
  });
  expect(getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
  expect(readMeta(document, 'robots')).toBe('noindex');
});
