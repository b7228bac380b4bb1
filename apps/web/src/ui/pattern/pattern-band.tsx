import { clothLayers, TILE } from './geometry.ts';
import { type PaletteName, palettes } from './palette.ts';

interface PatternBandProps {
  seed?: string;
  palette?: PaletteName;
  className?: string;
}

const TILES = 40;

/** One row of the pattern as a repeating image, so that the band fits any width. */
const bands = new Map<string, string>();

/** Cached by seed: the server renders the same band on every page. */
function bandImage(seed: string, palette: PaletteName): string {
  const name = `${palette} ${seed}`;
  const image = bands.get(name) ?? drawBand(seed, palette);
  bands.set(name, image);
  return image;
}

function drawBand(seed: string, palette: PaletteName): string {
  const { base, grounds, shapes } = clothLayers({ seed, palette: palettes[palette], cols: TILES, rows: 1 });
  const width = TILES * TILE;
  const paths = [{ fill: base, d: `M0 0h${width}v${TILE}H0z` }, ...grounds, ...shapes]
    .map(({ fill, d }) => `<path fill='${fill}' d='${d}'/>`)
    .join('');
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${TILE}' viewBox='0 0 ${width} ${TILE}' fill-rule='evenodd'>${paths}</svg>`;
  return `url("data:image/svg+xml,${svg.replace(/[#<>]/g, encodeURIComponent)}")`;
}

/** A thin strip of pattern between two sections. */
export function PatternBand({ seed = 'band', palette = 'institute', className }: PatternBandProps) {
  return (
    <div
      aria-hidden
      className={className}
      style={{ height: 18, background: `${bandImage(seed, palette)} 50% 0 / auto 100% repeat-x` }}
    />
  );
}
