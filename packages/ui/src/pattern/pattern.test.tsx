import { gzipSync } from 'node:zlib';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawBand, drawHero } from './draw-band.ts';
import { LogoMark } from './logo-mark.tsx';
import { Pattern } from './pattern.tsx';

const gzippedBytes = (part: ReactNode) => gzipSync(renderToStaticMarkup(part)).length;

test('adds less than 2 kB to a page for a hero or a band, 1 kB for the logo', () => {
  expect(gzipSync(drawHero('hero')).length).toBeLessThan(2_000);
  expect(gzipSync(drawBand('footer')).length).toBeLessThan(2_000);
  expect(gzippedBytes(<LogoMark />)).toBeLessThan(1_000);
});

// `npx vitest run -u src/pattern/pattern.test.tsx` writes the files
test.each(['equipment', 'faq', 'footer', 'home', 'leadership'])(
  'the file of the band “%s” is drawn from its seed',
  async (seed) => {
    await expect(drawBand(seed)).toMatchFileSnapshot(`./bands/${seed}.svg`);
  },
);

test.each([
  'alumni',
  'certificates',
  'coaches',
  'contact',
  'donations',
  'facilities',
  'faq',
  'fees',
  'gallery',
  'news',
  'newsletter',
  'privacy',
  'programs',
  'registration',
  'terms',
  'videos',
])('the file of the pattern beside the title of “%s” is drawn from its seed', async (seed) => {
  await expect(drawHero(seed)).toMatchFileSnapshot(`./heroes/${seed}.svg`);
});

test('is hidden from assistive technology without a label', () => {
  const { container } = render(<Pattern seed="a" cols={2} rows={1} />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByRole('img')).toBeNull();
});

test('is an image with the name of its label', () => {
  render(<Pattern seed="a" cols={2} rows={1} label="Main building" />);
  expect(screen.getByRole('img', { name: 'Main building' }).hasAttribute('aria-hidden')).toBe(false);
});
