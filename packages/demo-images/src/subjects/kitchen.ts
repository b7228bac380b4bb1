import { type Drawing, disc, dome, ellipse, line, mix, path, rect, repeat, shade } from '../kit.ts';
import { inCloth } from './fashion.ts';

const { ink, sun, clay, green, steel, white, wood, honey, peach } = shade;

export const whisk = (handle: string): Drawing =>
  `<g fill="none" stroke="${steel}" stroke-width="16"><ellipse cx="0" cy="140" rx="120" ry="190"/><ellipse cx="0" cy="140" rx="66" ry="190"/><path d="M0-50v380"/></g>` +
  rect(-26, -340, 52, 300, handle, 26) +
  rect(-34, -72, 68, 44, ink, 12);

export const mixingBowl = (name: string): Drawing =>
  ellipse(0, 0, 300, 40, honey) +
  inCloth(name, 'M-320 0h640a320 270 0 0 1-220 250h-200a320 270 0 0 1-220-250z', 'beauty', 88) +
  rect(-336, -14, 672, 34, ink, 17) +
  rect(-120, 246, 240, 30, ink, 10);

export const cake: Drawing =
  rect(-330, 290, 660, 30, steel, 15) +
  rect(-280, 90, 560, 200, wood) +
  path(
    'M-280 90h560v60a40 40 0 0 1-80 0a40 40 0 0 1-80 0a40 40 0 0 1-80 0a40 40 0 0 1-80 0a40 40 0 0 1-80 0a40 40 0 0 1-80 0a40 40 0 0 1-80 0z',
    white,
  ) +
  rect(-190, -90, 380, 180, clay) +
  path(
    'M-190-90h380v46a38 38 0 0 1-76 0a38 38 0 0 1-76 0a38 38 0 0 1-76 0a38 38 0 0 1-76 0a38 38 0 0 1-76 0z',
    peach,
  ) +
  rect(-100, -230, 200, 140, sun) +
  path('M-100-230h200v34a34 34 0 0 1-66 0a34 34 0 0 1-67 0a34 34 0 0 1-67 0z', white) +
  rect(-10, -316, 20, 86, green) +
  path('M0-386c30 40 30 66 0 70c-30-4-30-30 0-70z', sun) +
  repeat(7, (i) => disc(-240 + i * 80, 226, 16, i % 2 ? sun : clay));

export const pan = (fill: string): Drawing =>
  rect(-300, -40, 60, 30, ink, 12) +
  rect(240, -40, 60, 30, ink, 12) +
  path('M-240-80h480v180a60 60 0 0 1-60 60h-360a60 60 0 0 1-60-60z', fill) +
  rect(-260, -104, 520, 40, mix(fill, ink, 0.25), 20) +
  dome(0, -104, 170, mix(fill, white, 0.25)) +
  disc(0, -288, 26, ink);

export const steam = (colour: string): Drawing =>
  repeat(3, (i) => line(`M${-110 + i * 110} 0q-40-50 0-100t0-100`, colour, 20));

export const oven = (body: string): Drawing =>
  rect(-260, -200, 520, 500, body, 24) +
  rect(-220, -60, 440, 290, ink, 20) +
  dome(0, 190, 110, sun) +
  rect(-180, 190, 360, 16, steel) +
  rect(-180, -30, 360, 22, steel, 11) +
  repeat(4, (i) => disc(-165 + i * 110, -132, 32, i === 1 ? sun : white));
