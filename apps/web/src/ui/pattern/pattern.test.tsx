import { gzipSync } from 'node:zlib';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LogoMark } from './logo-mark.tsx';
import { Pattern } from './pattern.tsx';
import { PatternBand } from './pattern-band.tsx';

const gzipped = (html: string) => gzipSync(html).length;

test('costs a page less than 4 kB for the hero, 2 kB for a band, 1 kB for the mark', () => {
  expect(gzipped(renderToStaticMarkup(<Pattern seed="hero" cols={8} rows={6} />))).toBeLessThan(4_000);
  expect(gzipped(renderToStaticMarkup(<PatternBand />))).toBeLessThan(2_000);
  expect(gzipped(renderToStaticMarkup(<LogoMark />))).toBeLessThan(1_000);
});

test('is hidden from assistive technology unless it stands for something', () => {
  expect(renderToStaticMarkup(<Pattern seed="a" cols={2} rows={1} />)).toContain('aria-hidden="true"');

  const named = renderToStaticMarkup(<Pattern seed="a" cols={2} rows={1} label="Main building" />);
  expect(named).toContain('role="img" aria-label="Main building"');
  expect(named).not.toContain('aria-hidden');
});
