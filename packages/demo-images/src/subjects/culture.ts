import {
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
  turned,
} from '../kit.ts';
import { inCloth } from './fashion.ts';

const { ink, sun, clay, sand, steel, white, wood, honey } = shade;

/** A guitar, neck up, 340 × 860 around the middle of its body. */
export const guitar = (name: string): Drawing =>
  rect(-26, -470, 52, 420, ink) +
  rect(-44, -560, 88, 110, wood, 14) +
  repeat(3, (i) => disc(-60, -536 + i * 34, 11, steel) + disc(60, -536 + i * 34, 11, steel)) +
  inCloth(
    name,
    'M0-170c90 0 140 60 120 130c-10 40 0 50 20 80c60 90 20 240-140 240s-200-150-140-240c20-30 30-40 20-80c-20-70 30-130 120-130z',
    'beauty',
    140,
  ) +
  disc(0, 20, 66, ink) +
  ring(0, 20, 80, 12, sun) +
  rect(-80, 160, 160, 34, ink, 8) +
  repeat(4, (i) => line(`M${-15 + i * 10}-550v720`, honey, 3)) +
  repeat(6, (i) => line(`M-26 ${-430 + i * 52}h52`, steel, 5, 'butt'));

export const note = (fill: string): Drawing =>
  line('M-50 110v-230l170-40v220', fill, 26, 'butt') +
  polygon('-63,-120 133,-166 133,-110 -63,-64', fill) +
  ellipse(-90, 110, 54, 42, fill) +
  ellipse(80, 66, 54, 42, fill);

const DRUM = 'M-190-220h380l-70 500h-240z';

/** A tall drum laced with cords. */
export const drum = (body: string): Drawing =>
  path(DRUM, body) +
  polygon('-190,-220 -126,-220 -84,280 -120,280', mix(body, white, 0.16)) +
  line('M-180-160l60 400l60-400l60 400l60-400l60 400l60-400', honey, 12) +
  ellipse(0, -220, 204, 64, ink) +
  ellipse(0, -232, 190, 54, honey) +
  ellipse(0, -232, 110, 28, mix(honey, wood, 0.35)) +
  rect(-128, 268, 256, 36, ink, 16);

export const camera = (body: string, lens: string): Drawing =>
  path('M-130-250h180l50 90h-280z', ink) +
  rect(-340, -180, 680, 430, body, 56) +
  rect(-340, -90, 680, 70, ink) +
  disc(20, 40, 190, ink) +
  disc(20, 40, 150, steel) +
  disc(20, 40, 120, lens) +
  disc(20, 40, 66, ink) +
  disc(-16, 4, 24, white) +
  rect(-290, -232, 110, 56, clay, 16) +
  rect(224, -148, 80, 36, sun, 10);

export const videoCamera = (body: string): Drawing =>
  disc(-130, -190, 110, ink) +
  disc(-130, -190, 42, sun) +
  disc(110, -190, 110, ink) +
  disc(110, -190, 42, sun) +
  rect(-260, -100, 480, 310, body, 40) +
  polygon('220,0 350,-90 350,200 220,110', ink) +
  disc(-170, 50, 60, white) +
  disc(-170, 50, 28, clay) +
  rect(-60, 20, 220, 26, mix(body, ink, 0.3), 13) +
  rect(-60, 72, 150, 26, mix(body, ink, 0.3), 13);

export const clapper = (body: string): Drawing => {
  const bars = (y: number) =>
    repeat(5, (i) =>
      polygon(
        `${-300 + i * 130},${y} ${-240 + i * 130},${y} ${-280 + i * 130},${y + 86} ${-340 + i * 130},${y + 86}`,
        white,
      ),
    );
  const strip = (y: number) =>
    `<svg x="-300" y="${y}" width="600" height="86" viewBox="-300 ${y} 600 86">${rect(-300, y, 600, 86, ink)}${bars(y)}</svg>`;
  return (
    rect(-300, -60, 600, 360, body, 20) +
    strip(-60) +
    `<g transform="rotate(-14 -290 -70)">${strip(-156)}</g>` +
    polygon('-60,80 -60,240 90,160', sun) +
    rect(140, 80, 110, 24, white, 12) +
    rect(140, 130, 80, 24, white, 12)
  );
};

export const reel = (fill: string): Drawing =>
  disc(0, 0, 200, fill) + repeat(5, (i) => turned(i * 72, disc(0, -116, 48, sand))) + disc(0, 0, 30, sand);
