import { palettes } from '@institute/ui/pattern/palette.ts';
import {
  cloth,
  type Drawing,
  disc,
  ellipse,
  line,
  mix,
  path,
  polygon,
  rect,
  repeat,
  ring,
  shade,
  through,
} from '../kit.ts';

const { ink, sun, clay, leaf, sand, steel, white, wood, green } = shade;

type Cloth = keyof typeof palettes;

/** `d`, filled with cloth; the tiles cover ±400. */
export const inCloth = (name: string, d: string, of: Cloth, tile = 88): Drawing =>
  through(d, cloth({ x: -440, y: -440, tile, cols: 10, rows: 10, seed: name, palette: palettes[of] }));

const TORSO =
  'M-50-300H50V-272C60-244 130-238 156-206C150-184 140-168 140-148C140-128 150-116 148-84C144-30 96 0 94 56C94 112 164 122 172 196H-172C-164 122-94 112-94 56C-96 0-144-30-148-84C-150-116-140-128-140-148C-140-168-150-184-156-206C-130-238-60-244-50-272Z';

/** A dress form on its stand, 360 × 700. */
export const dressForm = (name: string, of: Cloth, plain: string = white): Drawing =>
  rect(-16, 190, 32, 150, ink) +
  path('M-150 350a150 60 0 0 1 300 0z', ink) +
  inCloth(name, TORSO, of, 96) +
  through(TORSO, path('M-240-320h300l-190 540h-110z', plain)) +
  rect(-180, 184, 360, 30, ink, 6) +
  rect(-58, -326, 116, 36, ink, 8) +
  disc(0, -344, 28, wood);

/** A measuring tape laid round the neck of the form. */
export const tape = (colour: string): Drawing =>
  line('M-44-290q-20 60-20 150v260', colour, 38, 'butt') +
  line('M44-290q14 40 16 90', colour, 38, 'butt') +
  repeat(10, (i) => line(`M-83 ${-130 + i * 25}h${i % 3 ? 14 : 22}`, ink, 5, 'butt'));

export const sewingMachine = (body: string): Drawing =>
  rect(-350, 190, 700, 60, wood, 12) +
  path(
    'M-300 190v-70h400v-160h-250l-40 60h-50a40 40 0 0 1-40-40v-120a60 60 0 0 1 60-60h380a110 110 0 0 1 110 110v280z',
    body,
  ) +
  path('M-230 20h60v70h-24v50h-12v-50h-24z', steel) +
  disc(275, -60, 78, ink) +
  disc(275, -60, 32, steel) +
  rect(-40, -290, 20, 90, ink) +
  rect(-76, -300, 92, 84, sun, 10) +
  repeat(3, (i) => line(`M-76 ${-280 + i * 24}h92`, mix(sun, ink, 0.2), 5)) +
  line('M-30-216q-60 60-150 40l-10 150', sun, 6) +
  disc(20, -130, 26, mix(body, white, 0.4)) +
  disc(100, -130, 26, mix(body, white, 0.4));

export const spool = (thread: string): Drawing =>
  rect(-110, -180, 220, 50, wood, 16) +
  rect(-80, -130, 160, 260, thread) +
  repeat(6, (i) => line(`M-80 ${-104 + i * 42}l160 22`, mix(thread, ink, 0.2), 7)) +
  rect(-110, 130, 220, 50, wood, 16);

export const needle = (thread: string): Drawing =>
  line('M0-300v560', steel, 16) +
  ring(0, -280, 20, 12, steel) +
  line('M0-284c120-60 160 60 60 120s-60 200 60 240', thread, 10);

export const button = (fill: string): Drawing =>
  disc(0, 0, 90, fill) +
  ring(0, 0, 66, 8, mix(fill, ink, 0.25)) +
  [-22, 22].map((x) => disc(x, -22, 12, ink) + disc(x, 22, 12, ink)).join('');

/** A dress on a hanger, 380 × 660. */
export const DRESS = 'M-130-262l70-16q60 70 120 0l70 16l-20 210q130 180 150 380h-520q20-200 150-380z';

/** A dress on a hanger, 520 × 740. `skirt` is a colour or a drawing. */
export const dress = (skirt: string): Drawing =>
  line('M0-330v-20a28 28 0 1 1 28-28', ink, 12) +
  polygon('0,-330 150,-250 -150,-250', ink) +
  (skirt.startsWith('#')
    ? path(DRESS, skirt) + path('M0-52h110q130 180 150 380h-200z', '#1d1b1618')
    : skirt) +
  rect(-112, -72, 224, 36, ink);

/** Rolls of fabric standing side by side. */
export const rolls = (fills: readonly string[]): Drawing =>
  fills
    .map(
      (fill, i) =>
        rect(-fills.length * 40 + i * 80, -200 + (i % 3) * 30, 70, 420 - (i % 3) * 30, fill, 8) +
        ellipse(-fills.length * 40 + i * 80 + 35, -200 + (i % 3) * 30, 35, 14, mix(fill, white, 0.4)),
    )
    .join('');

export const bunting = (width: number): Drawing =>
  line(`M0 0q${width / 2} 120 ${width} 0`, ink, 6) +
  repeat(Math.floor(width / 90), (i) => {
    const t = (i + 0.5) / Math.floor(width / 90);
    const y = 240 * t * (1 - t);
    return polygon(
      `${t * width - 34},${y} ${t * width + 34},${y} ${t * width},${y + 76}`,
      [clay, sun, leaf, sand, green][i % 5] ?? sun,
    );
  });
