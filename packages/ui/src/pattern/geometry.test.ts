import { expect, test } from 'vitest';
import { drawPatternLayers } from './geometry.ts';
import { palettes } from './palette.ts';

const cloth = (seed: string) => drawPatternLayers({ seed, palette: palettes.institute, cols: 8, rows: 6 });

test('draws the same pattern for the same seed, and another for another seed', () => {
  expect(cloth('home')).toEqual(cloth('home'));
  expect(cloth('home')).not.toEqual(cloth('about'));
});

test('joins all grounds and all shapes of one colour into one path each', () => {
  const { base, grounds, shapes } = cloth('home');

  const fills = (layers: { fill: string }[]) => layers.map(({ fill }) => fill);
  expect(new Set(fills(shapes)).size).toBe(shapes.length);
  expect(new Set([base, ...fills(grounds)]).size).toBe(grounds.length + 1);
  for (const fill of [base, ...fills(grounds), ...fills(shapes)]) expect(palettes.institute).toContain(fill);
});

test('gives neighbouring tiles different grounds', () => {
  const { base, grounds } = cloth('home');
  const at = new Map(
    grounds.flatMap(({ fill, d }) => [...d.matchAll(/M(\d+ \d+)h/g)].map(([, place = '']) => [place, fill])),
  );
  const ground = (col: number, row: number) => at.get(`${col * 12} ${row * 12}`) ?? base;

  for (let row = 1; row < 6; row++) {
    for (let col = 1; col < 8; col++) {
      expect([ground(col - 1, row), ground(col, row - 1)]).not.toContain(ground(col, row));
    }
  }
});
