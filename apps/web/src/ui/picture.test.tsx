import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './picture.tsx';

const stored = '/images/demo/program-music-1280x960-7f7e3f/1280.webp';

test('keeps the box, the colour and all widths of a stored picture', () => {
  const html = renderToStaticMarkup(<Picture src={stored} alt="Guitar" sizes="50vw" />);

  expect(html).toContain('width="1280" height="960" loading="lazy" decoding="async"');
  expect(html).toContain('style="aspect-ratio:1.3333;object-fit:cover;background-color:#7f7e3f"');
  expect(html).toContain('program-music-1280x960-7f7e3f/320.webp 320w, ');
  expect(html).toContain('sizes="50vw"');
});

test('loads a picture of the first view at once', () => {
  const html = renderToStaticMarkup(<Picture src={stored} alt="Guitar" sizes="50vw" priority />);

  expect(html).toContain('loading="eager"');
  expect(html).toContain('fetchPriority="high"');
});

test('gives a picture of unknown size a box of the ratio asked for, 4 by 3 otherwise', () => {
  const html = (ratio?: number) =>
    renderToStaticMarkup(<Picture src="https://img.example/a.jpg" alt="" sizes="50vw" ratio={ratio} />);

  expect(html()).toContain('width="1280" height="960"');
  expect(html()).toContain('aspect-ratio:1.3333');
  expect(html(2)).toContain('width="1280" height="640"');
  expect(html()).not.toContain('sizes');
});

test('shows cloth named like the picture when there is no address', () => {
  const html = renderToStaticMarkup(<Picture src={null} alt="Main building" sizes="50vw" />);

  expect(html).toMatch(/^<svg role="img" aria-label="Main building"/);
  expect(html).toContain('aspect-ratio:1.3333');
});
