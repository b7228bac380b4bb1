import { gzipSync } from 'node:zlib';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawBand } from './draw-band.ts';
import { LogoMark } from './logo-mark.tsx';
import { Pattern } from './pattern.tsx';

const gzippedBytes = (part: ReactNode) => gzipSync(renderToStaticMarkup(part)).length;

test('adds less than 4 kB to a page for the hero, 2 kB for a band, 1 kB for the logo', () => {
  expect(gzippedBytes(<Pattern seed="hero" cols={8} rows={6} />)).toBeLessThan(4_000);
  expect(gzipSync(drawBand('footer')).length).toBeLessThan(2_000);
  expect(gzippedBytes(<LogoMark />)).toBeLessThan(1_000);
});

// `npx vitest run -u src/ui/pattern/pattern.test.tsx` writes them
test.each(['equipment', 'faq', 'footer', 'home', 'leadership'])(
  'the file of the band “%s” is drawn from its seed',
  async (seed) => {
    await expect(drawBand(seed)).toMatchFileSnapshot(`./bands/${seed}.svg`);
  },
);

test('is hidden from assistive technology without a label', () => {
  const { container } = render(<Pattern seed="a" cols={2} rows={1} />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByRole('img')).toBeNull();
});

test('is an image with the name of its label', () => {
  render(<Pattern seed="a" cols={2} rows={1} label="Main building" />);
  expect(screen.getByRole('img', { name: 'Main building' }).hasAttribute('aria-hidden')).toBe(false);
});
