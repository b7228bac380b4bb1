import { clothLayers, TILE } from './geometry.ts';
import { palettes } from './palette.ts';

const TILES = 40;
const HERO = { cols: 12, rows: 4 };

/** One row, which repeats to fit any width. Draws the files in `bands`. */
export const drawBand = (seed: string): string => drawCloth(seed, { cols: TILES, rows: 1 });

/** Draws the files in `heroes`. */
export const drawHero = (seed: string): string => drawCloth(seed, HERO);

function drawCloth(seed: string, { cols, rows }: { cols: number; rows: number }): string {
  const { base, grounds, shapes } = clothLayers({ seed, palette: palettes.institute, cols, rows });
  const [width, height] = [cols * TILE, rows * TILE];
  const paths = [{ fill: base, d: `M0 0h${width}v${height}H0z` }, ...grounds, ...shapes]
    .map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill-rule="evenodd">${paths}</svg>\n`;
}
