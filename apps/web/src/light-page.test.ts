import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { lightPage, mayBeLight } from './light-page.ts';

const address = '/images/demo/slide-beauty-1280x960-ab7d4c';
const sizes: Record<string, number> = { [`${address}/640.webp`]: 34_000, [`${address}/1280.webp`]: 91_000 };

async function light(body: string, head = '') {
  const page = `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  const html = await lightPage(page, 'n', async (address) => sizes[address]);
  const window = new Window({ settings: { disableJavaScriptEvaluation: true } });
  const document = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document;
  return { html, document };
}

const image = `<picture class="contents"><source type="image/avif" srcSet="${address}/320.avif 320w"/><img src="${address}/1280.webp" srcSet="${address}/320.webp 320w" alt="Tom &amp; &quot;Jo&quot; &gt; all" loading="eager" class="w-full" style="background-color:#ab7d4c"/></picture>`;

test('a light page has no scripts but its own, no fonts and nothing that loads early', async () => {
  const { document } = await light(
    '<p>Text</p><script>stream()</script><script type="module" src="/assets/e.js"></script>',
    '<link rel="modulepreload" href="/assets/e.js"/><link rel="preload" as="font" href="/assets/f.woff2"/><link rel="stylesheet" href="/assets/s.css"/><script type="application/ld+json">{"a":1}</script>',
  );
  const found = Array.from(
    document.querySelectorAll('script'),
    (script) => script.getAttribute('nonce') ?? script.type,
  );
  expect(found).toEqual(['application/ld+json', 'n']);
  expect(Array.from(document.querySelectorAll('link'), ({ rel }) => rel)).toEqual(['stylesheet']);
  expect(document.documentElement.className).toBe('light');
  expect(document.querySelector('style')?.textContent).toContain('--font-sans:"Figtree Arial"');
  expect(document.querySelector('p')?.textContent).toBe('Text');
});

test('an image becomes a link to a width for phones, with its size, text and place', async () => {
  const { document } = await light(image);
  const link = document.querySelector('a');
  expect(document.querySelector('img, picture, source')).toBeNull();
  expect(link?.getAttribute('href')).toBe(`${address}/640.webp`);
  expect(link?.textContent).toBe('Show picture (34 kB) Tom & "Jo" > all');
  expect(link?.dataset.image).toBe('Tom & "Jo" > all');
  expect([link?.className, link?.getAttribute('style')]).toEqual(['w-full', 'background-color:#ab7d4c']);
});

test('an image of another site is offered without a size', async () => {
  const { document } = await light('<img src="https://other.example/a.jpg?b=1&amp;c=2" alt=""/>');
  expect(document.querySelector('a')?.textContent).toBe('Show picture');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('https://other.example/a.jpg?b=1&c=2');
});

test('an image in a link stays part of the link, with the size of what the link opens', async () => {
  const { document } = await light(
    `<a href="${address}/1280.webp" class="group">${image}<span>Title</span></a><a href="/news/1">${image}</a>${image}`,
  );
  const [gallery, post, alone] = document.querySelectorAll('a');
  expect(gallery?.textContent).toBe('Show picture (91 kB)Title');
  expect(post?.textContent).toBe('');
  expect(alone?.textContent).toContain('(34 kB)');
  expect(document.querySelectorAll('a a')).toHaveLength(0);
});

test('a frame becomes a link to what it shows', async () => {
  const { document } = await light(
    '<iframe src="/documents/a.pdf" title="The document" loading="lazy"></iframe>',
  );
  expect(document.querySelector('iframe')).toBeNull();
  expect(document.querySelector('a[href="/documents/a.pdf"]')?.textContent).toBe('The document');
});

test.each([
  ['/', true],
  ['/registration', true],
  ['/administration', true],
  ['/registration/mine', false],
])('%s may be light: %s', (path, may) => {
  expect(mayBeLight(path)).toBe(may);
});
