import { expectKept, follow, revisit } from '../offline.ts';
import { expect, test, uniqueWord, untilHydrated } from '../story.ts';

test.use({
  serviceWorkers: 'allow',
  expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure|ERR_INTERNET_DISCONNECTED/,
});

test('offline, visited pages open by address and by link, and an offline page for the rest', async ({
  page,
  context,
  visit,
}) => {
  await revisit(page, '/faq');
  await visit('/faq');
  await follow(page, '/about');
  await expect(page).toHaveURL('/about');
  await expectKept(page);

  await context.setOffline(true);
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await untilHydrated(page);
  await follow(page, '/faq');
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  const offline = page.getByRole('heading', { level: 1, name: 'You are offline' });
  await follow(page, '/news');
  await expect(offline).toBeVisible();
  await expect(page).toHaveURL('/news');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  await page.goto('/facilities');
  await expect(offline).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page).toHaveURL('/facilities');
});

test('offline, a link that is followed as soon as the page is ready leads to the offline page', async ({
  page,
  context,
}) => {
  await revisit(page, '/faq');
  await expectKept(page);
  await page.addInitScript(() => {
    const follow = () =>
      document.querySelector<HTMLElement>('nav[aria-label="Main"] a[href="/news"]')?.click();
    addEventListener('hydrated', follow);
  });
  await context.setOffline(true);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect(page).toHaveURL('/news');
});

test('the offline page says when it asks again, and finds the site without an event of the browser', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => addEventListener('online', (event) => event.stopImmediatePropagation()));
  await revisit(page, '/faq');
  await context.setOffline(true);
  await page.goto('/facilities');
  await expect(page.getByText(/^Trying again in \d+ s$/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page).toHaveURL('/facilities');
});

test('a second visit shows the saved page at once, then what has changed; a reload asks the network', async ({
  page,
  request,
  account,
}) => {
  const headers = { authorization: `Bearer ${account.token}` };
  // The page also lists posts of other stories
  const first = uniqueWord('Nine');
  const second = uniqueWord('Ten');
  const post = { title: 'Open day', excerpt: 'Come.', content: `<p>${first}</p>`, status: 'published' };
  const made = await request.post('/api/v1/posts', { headers, data: post });
  const { id } = (await made.json()).data;
  const path = `/news/${id}`;
  const isSaved = () => page.evaluate(() => 'saved' in document.documentElement.dataset);
  try {
    await revisit(page, path);
    await expectKept(page);
    const changed = await request.put(`/api/v1/posts/${id}`, {
      headers,
      data: { content: `<p>${second}</p>` },
    });
    expect(changed.ok()).toBe(true);

    await page.goto(path);
    expect(await isSaved()).toBe(true);
    await expect(page.getByText(second)).toBeVisible();
    await expect(page.getByText(first)).toBeHidden();
    await expect(page.getByText(/^Saved copy/)).toBeHidden();

    // An answer that takes more than three seconds leaves the saved page.
    await expect(async () => {
      await page.reload();
      expect(await isSaved()).toBe(false);
    }).toPass();
  } finally {
    await request.delete(`/api/v1/posts/${id}`, { headers });
  }
});
