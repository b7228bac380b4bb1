import { choosePatternTones, defaultLook, type Look } from '@institute/contract/look';
import { drawPatternLayers, type PatternLayer, TILE_SIZE } from './geometry.ts';
import { fixedColours, makePatternPalette } from './palette.ts';

interface PatternSize {
  cols: number;
  rows: number;
}

const patternFileSizes = { band: { cols: 40, rows: 1 }, hero: { cols: 12, rows: 4 } } as const;

/** One row, which repeats to fit any width. Draws the files in `bands`. */
export const drawBand = (seed: string, look: Look = defaultLook): string =>
  drawPatternFile(seed, patternFileSizes.band, look);

/** Draws the files in `heroes`. */
export const drawHero = (seed: string, look: Look = defaultLook): string =>
  drawPatternFile(seed, patternFileSizes.hero, look);

function drawPatternFile(seed: string, size: PatternSize, look: Look): string {
  const width = size.cols * TILE_SIZE;
  const height = size.rows * TILE_SIZE;
  const paths = drawPattern(seed, size, look).map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill-rule="evenodd">${paths.join('')}</svg>\n`;
}

/** Draws a pattern for files, which cannot use custom properties. The layers are in the order of painting. */
export function drawPattern(
  seed: string,
  { cols, rows }: PatternSize,
  { colors, pattern }: Look,
): PatternLayer[] {
  const tones = choosePatternTones(colors);
  const makeBackground = (fill: string) => ({ fill, d: `M0 0h${cols * TILE_SIZE}v${rows * TILE_SIZE}H0z` });
  if (pattern === 'none') return [makeBackground(tones.green)];
  if (pattern === 'dots')
    return [makeBackground(tones.green), { fill: tones.sun, d: repeatTile(cols, rows, drawDot) }];
  if (pattern === 'lines') {
    const drawStripe = (from: number) =>
      repeatTile(cols, 1, (x) => `M${x + from} 0h4v${rows * TILE_SIZE}h-4z`);
    return [
      makeBackground(tones.green),
      { fill: tones.sun, d: drawStripe(4) },
      { fill: fixedColours.sand, d: drawStripe(8) },
    ];
  }
  const { base, grounds, shapes } = drawPatternLayers({
    seed,
    palette: makePatternPalette(tones),
    cols,
    rows,
  });
  return [makeBackground(base), ...grounds, ...shapes];
}

const drawDot = (x: number, y: number) => `M${x + 2} ${y + 6}a4 4 0 1 0 8 0a4 4 0 1 0-8 0`;

const repeatTile = (cols: number, rows: number, draw: (x: number, y: number) => string): string =>
  Array.from({ length: cols * rows }, (_, at) =>
    draw((at % cols) * TILE_SIZE, Math.floor(at / cols) * TILE_SIZE),
  ).join('');
