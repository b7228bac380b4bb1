import { readSitemap } from '../public-pages.ts';
import { expect, test } from '../story.ts';

test.use({ javaScriptEnabled: false });

const things: Record<string, string[]> = {
  '/': ['EducationalOrganization'],
  '/faq': ['FAQPage'],
  '/programs/1': ['BreadcrumbList', 'Course'],
  '/news/1': ['BreadcrumbList', 'NewsArticle'],
  '/facilities/1': ['BreadcrumbList'],
};

test('each kind of page has its own metadata and preview image', async ({ page, request, baseURL }) => {
  const origin = String(baseURL);
  const addresses = (await readSitemap(request)).filter((one) => !/\/\d+$/.test(one) || one.endsWith('/1'));
  expect(addresses.length).toBeGreaterThan(15);
  const texts: (string | undefined)[] = [];
  const images = new Set<string>();
  for (const address of addresses) {
    const path = address.slice(origin.length);
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    // Reads only what the server sends. Nothing is shown, so no image and no style is loaded.
    const { title, canonical, meta, types } = await page.evaluate(
      (html) => {
        const sent = new DOMParser().parseFromString(html, 'text/html');
        const named = [...sent.querySelectorAll('meta')].map((one) => [
          one.getAttribute('property') ?? one.name,
          one.content,
        ]);
        const scripts = [...sent.querySelectorAll('script[type="application/ld+json"]')];
        return {
          title: sent.title,
          canonical: sent.querySelector('link[rel=canonical]')?.getAttribute('href'),
          meta: Object.fromEntries(named) as Record<string, string>,
          types: scripts.map((script) => JSON.parse(script.textContent)['@type']).sort(),
        };
      },
      await answer.text(),
    );
    expect(canonical, path).toBe(address);
    expect(meta, path).toMatchObject({
      'og:title': title,
      'og:description': meta.description,
      'og:type': path.startsWith('/news/') ? 'article' : 'website',
      'og:url': address,
    });
    expect(meta.robots, path).toBeUndefined();
    expect(meta.description?.length, path).toBeGreaterThanOrEqual(40);
    expect(meta.description?.length, path).toBeLessThanOrEqual(320);
    const ownPage = path.startsWith('/p/') ? ['WebPage'] : [];
    expect(types, path).toEqual(things[path] ?? ownPage);
    texts.push(title, meta.description);
    images.add(String(meta['og:image']));
  }
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  for (const image of images) {
    const answer = await request.get(image);
    expect(answer.status(), image).toBe(200);
    expect(answer.headers()['content-type'], image).toMatch(/^image\/(?:jpeg|png|webp)$/);
    expect((await answer.body()).length, image).toBeLessThan(300_000);
  }
});
