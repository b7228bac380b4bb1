import { type PaletteName, palettes } from '@institute/ui/pattern/palette.ts';
import { bust } from './bust.ts';
import { at, cloth, type Drawing, disc, dome, mix, rect, shade, tonalPalette } from './kit.ts';
import type { Person } from './person.ts';

interface Bench {
  ground: string;
  halo: string;
  palette: PaletteName;
  /** Cloth beside the scene, or hanging from the table. */
  where: 'right' | 'left' | 'table';
  person: Person;
  top: string;
  /** Distance of the person from the middle. */
  aside?: number;
  /** `behind` stands behind the person, `tools` lie on the table. Its edge is y = 0, its middle x = 0. */
  behind?: Drawing;
  tools: Drawing;
}

/** Someone at work behind a table. */
export function bench(
  name: string,
  { ground, halo, palette, where, person, top, aside = 0, behind = '', tools }: Bench,
): Drawing {
  const middle = where === 'table' ? 640 : where === 'right' ? 480 : 800;
  const sheet = (x: number, y: number, cols: number, rows: number) =>
    cloth({ x, y, tile: 160, cols, rows, seed: name, palette: palettes[palette] });
  return (
    cloth({
      x: middle - 640,
      y: 0,
      tile: 320,
      cols: 4,
      rows: 3,
      seed: `${name} ground`,
      palette: tonalPalette(ground, 0.07),
    }) +
    disc(middle + aside / 2, 420, 360, halo) +
    `<g transform="translate(${middle} 0)">${behind}</g>` +
    at(middle + aside - 384, 62, 1.2, bust(person)) +
    rect(0, 780, 1280, 180, where === 'table' ? shade.ink : mix(top, shade.ink, 0.35)) +
    (where === 'table' ? sheet(0, 800, 8, 1) : '') +
    rect(0, 768, 1280, 44, top) +
    `<g transform="translate(${middle} 770)">${tools}</g>` +
    (where === 'right' ? sheet(960, 0, 2, 6) : where === 'left' ? sheet(0, 0, 2, 6) : '')
  );
}

/** People side by side before a sun, cut off by a strip of cloth. */
export function together(
  name: string,
  ground: string,
  halo: string,
  palette: PaletteName,
  people: readonly Person[],
): Drawing {
  const [scale, step] = people.length > 3 ? [1, 236] : [1.1, 370];
  const first = 640 - (step * (people.length - 1)) / 2;
  const standing = people.map((person, i) =>
    at(first + step * i - 320 * scale, 800 - (610 + (i % 2) * 70) * scale, scale, bust(person)),
  );
  const behind = standing.filter((_, i) => i % 2);
  const before = standing.filter((_, i) => i % 2 === 0);
  return (
    cloth({
      x: 0,
      y: 0,
      tile: 320,
      cols: 4,
      rows: 3,
      seed: `${name} ground`,
      palette: tonalPalette(ground, 0.07),
    }) +
    dome(640, 800, 560, halo) +
    [...behind, ...before].join('') +
    cloth({ x: 0, y: 800, tile: 160, cols: 8, rows: 1, seed: name, palette: palettes[palette] })
  );
}
