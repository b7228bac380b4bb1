import { fixedColours, type PatternTones, pagePatternTones } from './palette.ts';

const { ink, sand } = fixedColours;

/** Draws the product's mark, without letters, in a square of 24 units whose corners are not rounded. */
export const drawProductMark = ({ green, leaf, sun, third }: PatternTones): { fill: string; d: string }[] => [
  { fill: leaf, d: 'M0 0h12v12H0z' },
  { fill: green, d: 'M12 0h12v12H12zM0 12h12v12H0z' },
  { fill: sun, d: 'M12 12h12v12H12z' },
  { fill: ink, d: 'M0 0v12h12z' },
  { fill: sand, d: 'M0 14h12v2H0zM0 18h12v2H0zM0 22h12v2H0z' },
  { fill: third, d: 'M6.5 3.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 18a6 6 0 0 1 12 0zM12 24a6 6 0 0 1 12 0z' },
  { fill: sun, d: 'M13.5 6a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0' },
  { fill: ink, d: 'M16 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0' },
];
export const logoPaths = drawProductMark(pagePatternTones);
export const LOGO_SIZE = 24;
