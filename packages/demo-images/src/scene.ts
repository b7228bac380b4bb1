import { type PaletteName, palettes } from '@institute/ui/pattern/palette.ts';
import { arch, cloth, type Drawing, disc, dome, group, rect, repeat, shade, tonalPalette } from './kit.ts';

export const WIDE = { width: 1280, height: 960 };

export interface Poster {
  ground: string;
  halo?: string;
  /** The plain shape behind the subject. */
  form?: 'circle' | 'arch' | 'sunrise' | 'none';
  palette: PaletteName;
  /** Position of the columns of bright cloth. Videos have film strips instead. */
  side: 'left' | 'right' | 'both' | 'film';
  subject: Drawing;
  scale?: number;
}

/** A bright column of cloth beside a calm square that holds the subject. */
export function poster(
  name: string,
  { ground, halo, form = 'circle', palette, side, subject, scale = 1 }: Poster,
): Drawing {
  const left = side === 'left' ? 320 : side === 'right' ? 0 : 160;
  const middle = left + 480;
  const column = (x: number, cols: number) =>
    cloth({ x, y: 0, tile: 160, cols, rows: 6, seed: `${name} ${x}`, palette: palettes[palette] });
  const film = (x: number) =>
    rect(x, 0, 160, WIDE.height, shade.ink) +
    repeat(6, (i) => rect(x + 48, 48 + i * 160, 64, 64, ground, 14));
  const edges = {
    left: () => column(0, 2),
    right: () => column(960, 2),
    both: () => column(0, 1) + column(1120, 1),
    film: () => film(0) + film(1120),
  };
  const forms = {
    circle: (fill: string) => disc(middle, 480, 380, fill),
    arch: (fill: string) => arch(middle, 960, 700, 860, fill),
    sunrise: (fill: string) => dome(middle, 960, 480, fill),
    none: () => '',
  };
  return (
    rect(0, 0, WIDE.width, WIDE.height, ground) +
    cloth({
      x: left,
      y: 0,
      tile: 320,
      cols: 3,
      rows: 3,
      seed: `${name} ground`,
      palette: tonalPalette(ground, 0.07),
    }) +
    (halo ? forms[form](halo) : '') +
    group(`translate(${middle} 480) scale(${scale})`, subject) +
    edges[side]()
  );
}
