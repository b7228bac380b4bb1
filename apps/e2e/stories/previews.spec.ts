import type { Page } from '@playwright/test';
import { sitemap } from '../public-pages.ts';
import { expect, test } from '../story.ts';

test.use({ javaScriptEnabled: false });

interface Head {
  title: string;
  canonical: string;
  meta: Record<string, string>;
  things: Record<string, unknown>[];
}

/** Reads only what the server sends. Nothing is shown, so no image and no style is loaded. */
async function headOf(page: Page, html: string): Promise<Head> {
  return page.evaluate((text) => {
    const sent = new DOMParser().parseFromString(text, 'text/html');
    return {
      title: sent.title,
      canonical: sent.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
      meta: Object.fromEntries(
        Array.from(sent.querySelectorAll('meta'), (meta) => [
          meta.getAttribute('property') ?? meta.name,
          meta.content,
        ]),
      ),
      things: Array.from(sent.querySelectorAll('script[type="application/ld+json"]'), (script) =>
        JSON.parse(script.textContent),
      ),
    };
  }, html);
}

/** Items of other stories have higher ids. */
const isDemo = (address: string) => Number(/\/(\d+)$/.exec(address)?.[1] ?? 0) <= 8;

function expectedThings(path: string): string[] {
  if (path === '/') return ['EducationalOrganization'];
  if (path === '/faq') return ['FAQPage'];
  if (/^\/programs\/\d/.test(path)) return ['Course', 'BreadcrumbList'];
  if (/^\/news\/\d/.test(path)) return ['NewsArticle', 'BreadcrumbList'];
  if (/^\/facilities\/\d/.test(path)) return ['BreadcrumbList'];
  return [];
}

test('every address of the sitemap is a page with its own metadata and a preview image', async ({
  page,
  request,
  baseURL,
}) => {
  const addresses = (await sitemap(request)).filter(isDemo);
  expect(addresses.length).toBeGreaterThan(30);
  const heads: Head[] = [];
  const images = new Set<string>();

  for (const address of addresses) {
    const path = address.slice(String(baseURL).length);
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    const head = await headOf(page, await answer.text());
    const { title, canonical, meta, things } = head;
    expect(canonical, path).toBe(address);
    expect(meta['og:title'], path).toBe(title);
    expect(meta['og:description'], path).toBe(meta.description);
    expect(meta['og:type'], path).toBe(path.startsWith('/news/') ? 'article' : 'website');
    expect(meta['og:url'], path).toBe(address);
    expect(meta['og:image'], path).toMatch(/^https?:\/\//);
    expect(meta.robots, path).toBeUndefined();
    expect(meta.description?.length, path).toBeGreaterThanOrEqual(40);
    expect(meta.description?.length, path).toBeLessThanOrEqual(320);
    expect(things.map((thing) => thing['@type']).sort(), path).toEqual(expectedThings(path).sort());
    heads.push(head);
    images.add(String(meta['og:image']));
  }
  for (const name of ['title', 'description'] as const) {
    const texts = heads.map(({ title, meta }) => (name === 'title' ? title : meta.description));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
  for (const image of images) {
    const answer = await request.get(image);
    expect(answer.status(), image).toBe(200);
    expect(answer.headers()['content-type'], image).toMatch(/^image\/(?:jpeg|png|webp)$/);
    expect((await answer.body()).length, image).toBeLessThan(300_000);
  }
});

test('detail pages have their schema.org data', async ({ page, request }) => {
  const addresses = (await sitemap(request)).filter(isDemo);
  const thingOf = async (folder: string, type: string) => {
    const address = addresses.find((one) => new RegExp(`/${folder}/\\d`).test(one));
    const { things } = await headOf(page, await (await request.get(String(address))).text());
    return things.find((thing) => thing['@type'] === type);
  };
  const text = expect.stringMatching(/\w/);
  expect(await thingOf('programs', 'Course')).toMatchObject({
    '@context': 'https://schema.org',
    name: text,
    description: text,
    provider: { '@type': 'EducationalOrganization', name: text },
  });
  expect(await thingOf('news', 'NewsArticle')).toMatchObject({
    headline: text,
    datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    image: [expect.stringMatching(/^https?:/)],
  });
  expect(await thingOf('facilities', 'BreadcrumbList')).toMatchObject({
    itemListElement: [1, 2, 3].map((position) => ({ position, name: text, item: text })),
  });
});

test('personal pages are not indexed and not in the sitemap', async ({ page, request }) => {
  const addresses = await sitemap(request);
  for (const path of ['/registration-success', '/newsletter']) {
    const { meta } = await headOf(page, await (await request.get(path)).text());
    expect(meta.robots).toContain('noindex');
    expect(addresses.filter((address) => address.endsWith(path))).toEqual([]);
  }
  expect(addresses.filter((address) => address.includes('/admin'))).toEqual([]);
});

test.describe('a missing item', () => {
  test.use({ expectedInConsole: /404/ });

  test('is answered 404 in the layout of the site, and not indexed', async ({ page }) => {
    for (const [path, heading] of [
      ['/programs/999999', 'Program not found'],
      ['/programs/abc', 'Program not found'],
      ['/news/999999', 'Article not found'],
      ['/facilities/999999', 'Facility not found'],
      ['/nothing/here', 'Page not found'],
    ] as const) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect((await headOf(page, (await answer?.text()) ?? '')).meta.robots, path).toContain('noindex');
    }
  });
});

test('pages link the feed and the manifest, and robots.txt names the sitemap', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/news');
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', '/news.rss');
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);

  const { icons } = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200);
});
