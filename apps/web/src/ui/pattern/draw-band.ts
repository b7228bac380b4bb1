import { clothLayers, TILE } from './geometry.ts';
import { palettes } from './palette.ts';

const TILES = 40;

/** One row of the pattern, which repeats, so that it fits any width. The files in `bands` are made with this. */
export function drawBand(seed: string): string {
  const { base, grounds, shapes } = clothLayers({ seed, palette: palettes.institute, cols: TILES, rows: 1 });
  const width = TILES * TILE;
  const paths = [{ fill: base, d: `M0 0h${width}v${TILE}H0z` }, ...grounds, ...shapes]
    .map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" width="${width}" height="${TILE}" viewBox="0 0 ${width} ${TILE}" fill-rule="evenodd">${paths}</svg>\n`;
}
