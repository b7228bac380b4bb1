import type { Page } from '@playwright/test';
import { countCalls, failCalls } from '../answers.ts';
import { makeManyPosts } from '../many-items.ts';
import { test as base, expect, failedCall, untilHydrated } from '../story.ts';

interface Lists {
  /** Returns the unique word in the posts' titles. The posts are removed after the story. */
  manyPosts: (amount: number) => Promise<string>;
}

const test = base.extend<Lists>({
  manyPosts: async ({ isPhone, page }, use) => {
    const removals: (() => Promise<void>)[] = [];
    await use(async (amount) => {
      const word = `Weaving${isPhone ? 'p' : 'd'}${process.pid}x${Date.now()}`;
      removals.push(await makeManyPosts(amount, word));
      return word;
    });
    // The page may still be preloading. Leaving it ends that.
    await page.goto('about:blank');
    for (const remove of removals) await remove();
  },
});

const items = (page: Page, word: string) =>
  page.getByRole('main').getByRole('heading', { name: new RegExp(`${word} \\d+`) });
const showMore = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Show more', exact: true });
const found = (page: Page) => page.getByRole('main').getByRole('status');
const address = (page: Page) => new URL(page.url());
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

// One call fails.
test.use({ expectedInConsole: failedCall });

test('posts are shown 24 at a time, again after a failure, and Back returns to the same place', async ({
  page,
  visit,
  manyPosts,
}) => {
  const word = await manyPosts(60);
  await visit(`/news?q=${word}`);
  await expect(found(page)).toHaveText('60 articles found');
  await expect(items(page, word)).toHaveCount(24);

  await failCalls(page, /\/api\/v1\/posts\/summaries/);
  await showMore(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(items(page, word)).toHaveCount(24);
  await page.unroute(/\/api\/v1\/posts\/summaries/);
  const calls = countCalls(page, 'GET', /^\/api\/v1\/posts\/summaries$/);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(items(page, word)).toHaveCount(48);
  await showMore(page).click();
  await expect(items(page, word)).toHaveCount(60);
  await expect(showMore(page)).toHaveCount(0);
  expect(address(page).searchParams.get('page')).toBe('3');
  // A pointer above a card preloads its post and related posts.
  const ofTheList = calls.map((call) => new URL(call.url()).searchParams).filter((asked) => asked.has('q'));
  expect(ofTheList.map((asked) => asked.get('offset'))).toEqual(['24', '48']);
  await expect(items(page, word).last()).toHaveText(`${word} 060`);

  const post = page.getByRole('link', { name: `${word} 050` });
  await post.scrollIntoViewIfNeeded();
  const place = await scrollY(page);
  await post.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 050`);
  await page.goBack();
  await expect(items(page, word)).toHaveCount(60);
  await expect.poll(async () => Math.abs((await scrollY(page)) - place)).toBeLessThanOrEqual(2);
  await expect(post).toBeInViewport();

  await page.reload();
  await expect(items(page, word)).toHaveCount(60);
});

test('keyboard focus moves to the first new item', async ({ page, visit, manyPosts }) => {
  const word = await manyPosts(26);
  await visit(`/news?q=${word}`);
  await showMore(page).focus();
  await page.keyboard.press('Enter');
  await expect(items(page, word)).toHaveCount(26);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: `${word} 025` })).toBeFocused();
});

test('a search keeps the focus and starts at the first page, and Back leaves the list', async ({
  page,
  visit,
  manyPosts,
}) => {
  const word = await manyPosts(50);
  await visit('/about');
  await page.goto(`/news?q=${word}`);
  await untilHydrated(page);
  await showMore(page).click();
  await expect(items(page, word)).toHaveCount(48);

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.click();
  await search.fill(word.toUpperCase());
  await search.pressSequentially(' 04');
  await expect(found(page)).toHaveText('10 articles found');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue(`${word.toUpperCase()} 04`);
  expect(address(page).searchParams.get('page')).toBeNull();
  await expect(items(page, word)).toHaveCount(10);

  const category = page.getByRole('combobox', { name: 'Category' });
  await category.selectOption('community');
  await expect(page.getByText('No news articles found matching your criteria.')).toBeVisible();
  await category.selectOption('events');
  await expect(items(page, word)).toHaveCount(10);

  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('"Show more" is a link to the longer list, and a plain form filters it', async ({
    page,
    manyPosts,
  }) => {
    const word = await manyPosts(60);
    await page.goto(`/news?category=events&q=${word}`);
    await expect(items(page, word)).toHaveCount(24);
    await showMore(page).click();
    await expect(items(page, word)).toHaveCount(48);
    expect(Object.fromEntries(address(page).searchParams)).toEqual({
      category: 'events',
      q: word,
      page: '2',
    });
    await expect(items(page, word).nth(24)).toBeInViewport();

    const next = page.locator('link[rel=next]');
    await expect(next).toHaveAttribute('href', new RegExp(`/news\\?category=events&q=${word}&page=3$`));
    await showMore(page).click();
    await expect(items(page, word)).toHaveCount(60);
    await expect(showMore(page)).toHaveCount(0);
    await expect(next).toHaveCount(0);

    await page.getByRole('searchbox', { name: 'Search' }).fill(`${word} 01`);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('events');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(found(page)).toHaveText('10 articles found');
    expect(address(page).searchParams.get('page')).toBeNull();
  });
});

test('Back leads through the pages of a list, also when the last has become empty or was never there', async ({
  office,
  manyPosts,
}) => {
  const word = await manyPosts(21);
  const dashboard = office.getByRole('heading', { level: 1, name: 'Dashboard' });
  const rows = office.getByRole('row').filter({ hasText: word });
  const pages = office.getByRole('navigation', { name: 'Pages' });
  await office.goto('/admin');
  await expect(dashboard).toBeVisible();
  await office.goto(`/admin/posts?q=${word}&page=9`);
  await expect(pages).toContainText('Page 2 of 2');
  await expect(office).toHaveURL(/page=2/);
  await office.goBack();
  await expect(dashboard).toBeVisible();

  await office.goto(`/admin/posts?q=${word}`);
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText('Page 2 of 2');
  await expect(office.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await office.goBack();
  await expect(pages).toContainText('Page 1 of 2');
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText('Page 2 of 2');
  await office.getByRole('button', { name: `Delete ${word} 021` }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(20);
  await expect(office).not.toHaveURL(/page=2/);
  // The history holds the first page twice: the second one has replaced page 2.
  await office.goBack();
  await expect(rows).toHaveCount(20);
  await office.goBack();
  await expect(dashboard).toBeVisible();
});
