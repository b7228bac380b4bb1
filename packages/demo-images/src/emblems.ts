import { LOGO_SIZE, logoPaths } from '@institute/ui/pattern/logo.ts';
import { colours, palettes } from '@institute/ui/pattern/palette.ts';
import {
  at,
  cloth,
  type Drawing,
  disc,
  dome,
  group,
  line,
  path,
  rect,
  repeat,
  ring,
  shade,
  tonalPalette,
} from './kit.ts';
import { needle, spool } from './subjects/fashion.ts';

const { ink, sun, clay, green, leaf, sky, sand, white, paper } = shade;

const onCard = (ground: string, ...parts: Drawing[]): Drawing =>
  rect(0, 0, 640, 640, white) + disc(320, 320, 250, ground) + group('translate(320 320)', ...parts);

/** Made-up partners: a tailors' guild, a technology hub by the lake, a fund. */
export const partners: Record<string, Drawing> = {
  'partner/tailors-guild': onCard(
    clay,
    at(-50, 0, 0.82, spool(sun)),
    group('translate(110 0) rotate(12) scale(0.62)', needle(sand)),
  ),
  'partner/lake-hub': onCard(
    sky,
    repeat(3, (i) =>
      line(`M-190 ${70 + i * 56}q48-56 95 0t95 0t95 0t95 0`, [sand, sun, sand][i] ?? sand, 24),
    ),
    line('M0 20v-120M-90 20v-60l-50-50M90 20v-60l50-50', sand, 20),
    disc(0, -130, 36, sun) + disc(-150, -104, 28, sand) + disc(150, -104, 28, sand),
  ),
  'partner/sunrise-fund': onCard(
    green,
    dome(0, 40, 120, sun),
    repeat(7, (i) => group(`translate(0 40) rotate(${-90 + i * 30})`, rect(-13, -196, 26, 52, sun, 13))),
    repeat(3, (i) => rect(-160 + i * 34, 62 + i * 44, 320 - i * 68, 22, i % 2 ? leaf : sand, 11)),
  ),
};

const mark = (x: number, y: number, size: number, rounded = true): Drawing => {
  const paths = logoPaths.map(({ fill, d }) => path(d, fill)).join('');
  const shape = `<clipPath id="mark"><rect width="${LOGO_SIZE}" height="${LOGO_SIZE}" rx="6"/></clipPath>`;
  return group(
    `translate(${x} ${y}) scale(${size / LOGO_SIZE})`,
    rounded ? `${shape}<g clip-path="url(#mark)">${paths}</g>` : paths,
  );
};

/** 1280 × 720, for a video without an image of its own. */
export const videoThumbnail: Drawing =
  cloth({
    x: 0,
    y: 0,
    tile: 160,
    cols: 8,
    rows: 5,
    seed: 'video',
    palette: tonalPalette(colours.sand, 0.08),
  }) +
  [0, 1160]
    .map((x) => rect(x, 0, 120, 720, ink) + repeat(6, (i) => rect(x + 34, 34 + i * 120, 52, 52, sand, 12)))
    .join('') +
  disc(640, 360, 210, green) +
  ring(640, 360, 238, 12, sun) +
  `<path fill="${sun}" stroke="${sun}" stroke-width="24" stroke-linejoin="round" d="M590 270v180l150-90z"/>`;

/** 1200 × 630, shown where the address of the site is shared. */
export const shareCard: Drawing =
  cloth({
    x: 0,
    y: 0,
    tile: 210,
    cols: 3,
    rows: 3,
    seed: 'share ground',
    palette: tonalPalette(green, 0.08),
  }) +
  cloth({ x: 570, y: 0, tile: 105, cols: 6, rows: 6, seed: 'share', palette: palettes.institute }) +
  rect(125, 155, 320, 320, paper, 92) +
  mark(165, 195, 240);

export const icon: Drawing = mark(0, 0, 512);
export const squareIcon: Drawing = mark(0, 0, 512, false);
/** Launchers may cut off everything outside the middle 80 %. */
export const maskableIcon: Drawing = rect(0, 0, 512, 512, paper) + mark(112, 112, 288);
