import { countCalls, failCalls, holdAnswers } from '../answers.ts';
import { follow } from '../offline.ts';
import { expect, readPublic, test } from '../story.ts';
import { expectStill, watchShifts } from '../weight.ts';

interface Site {
  pages: Record<string, { title: string }>;
  institute: { blurb: string };
}

/** Each page shows texts that the HTML of another page does not have. `reads` is the other data that it loads. */
const pages = [
  { to: '/', reads: /\/alumni\/summaries/ },
  { to: '/programs', words: 'programs', reads: /\/programs\/summaries/ },
  { to: '/registration', words: 'registration', reads: /\/intakes\/summaries/ },
  { to: '/news', words: 'news', reads: /\/posts\/summaries/ },
  { to: '/faq', words: 'faq' },
];

test('the first move shows the next page at once, and loads its data beside the texts', async ({
  page,
  visit,
  request,
}) => {
  const site = await readPublic<Site>(request, '/site');
  for (const { to, words, reads } of pages) {
    await visit('/newsletter');
    const texts = countCalls(page, 'GET', /\/api\/v1\/site$/);
    const data = countCalls(page, 'GET', reads ?? /\/api\/v1\/site$/);
    const release = await holdAnswers(page, /\/api\/v1\//);
    await follow(page, to);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading, to).toHaveText(words ? (site.pages[words]?.title ?? '') : site.institute.blurb);
    await expect(heading, to).toBeFocused();
    await expect.poll(() => [texts.length, data.length > 0], to).toEqual([1, true]);
    await expect(page.getByRole('main').getByTestId('skeleton').first()).toBeVisible();

    await page.evaluate(watchShifts, false);
    release();
    const main = page.getByRole('main');
    await expect(main.getByTestId('skeleton'), to).toHaveCount(0);
    if (words) await expect(main.locator('h1 + p'), to).not.toBeEmpty();
    await expectStill(page, to);
    await expect(heading, to).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a link at the end of a page leads to the top of the next one while it loads', async ({
  page,
  visit,
}) => {
  await visit('/programs');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const release = await holdAnswers(page, /\/api\/v1\//);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click();
  await expect(page.getByRole('main').getByTestId('skeleton')).toBeInViewport();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test.describe('when the texts cannot be loaded', () => {
  test.use({ expectedInConsole: /Failed to load resource|ApiFailure/ });

  test('the next page says so, and can retry', async ({ page, visit }) => {
    await visit('/newsletter');
    await failCalls(page, /\/api\/v1\/site$/);
    await follow(page, '/faq');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');

    await page.unroute(/\/api\/v1\/site$/);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
    await expect(page.getByRole('main').getByTestId('skeleton')).toHaveCount(0);
  });
});
