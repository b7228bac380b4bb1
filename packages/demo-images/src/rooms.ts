import { palettes } from '@institute/ui/pattern/palette.ts';
import {
  arch,
  at,
  cloth,
  type Drawing,
  disc,
  dome,
  ellipse,
  line,
  mix,
  path,
  polygon,
  rect,
  repeat,
  shade,
} from './kit.ts';
import { mirror, pot, salonChair } from './subjects/beauty.ts';
import { dressForm, rolls, sewingMachine } from './subjects/fashion.ts';
import { oven, pan, steam } from './subjects/kitchen.ts';
import { books } from './subjects/office.ts';
import { code, monitor } from './subjects/technology.ts';

const { ink, sun, clay, green, leaf, sky, sand, steel, white, mint, peach, mist, honey, wood } = shade;

/** A wall, a strip of cloth along it and a floor of wide boards. */
const room = (name: string, wall: string, floor: string, of: keyof typeof palettes, strip = 40): Drawing =>
  rect(0, 0, 1280, 960, wall) +
  cloth({ x: 0, y: strip, tile: 80, cols: 16, rows: 1, seed: name, palette: palettes[of] }) +
  rect(0, 760, 1280, 200, floor) +
  repeat(9, (i) => line(`M${640 + (i - 4) * 150} 760l${(i - 4) * 110} 200`, mix(floor, ink, 0.16), 5)) +
  rect(0, 748, 1280, 14, mix(wall, ink, 0.3));

const lamp = (x: number, y: number, fill: string): Drawing =>
  rect(x - 3, 120, 6, y - 120, ink) + dome(x, y + 60, 74, fill) + disc(x, y + 62, 18, honey);

const desk = (x: number, y: number, width: number): Drawing =>
  rect(x, y, width, 26, wood, 6) +
  rect(x + 24, y + 26, 18, 170, ink) +
  rect(x + width - 42, y + 26, 18, 170, ink);

const chair = (x: number, y: number, fill: string): Drawing =>
  rect(x - 62, y - 130, 124, 130, fill, 30) +
  rect(x - 74, y - 10, 148, 34, mix(fill, ink, 0.2), 16) +
  rect(x - 7, y + 24, 14, 80, ink) +
  path(`M${x - 60} ${y + 120}a60 24 0 0 1 120 0z`, ink);

const computerLab: Drawing =
  room('lab', mist, sky, 'technology') +
  repeat(
    3,
    (i) =>
      rect(120 + i * 370, 170, 300, 200, white, 12) +
      rect(134 + i * 370, 184, 272, 172, i % 2 ? honey : mint, 6) +
      rect(264 + i * 370, 184, 12, 172, white),
  ) +
  desk(40, 640, 1200) +
  [250, 640, 1030]
    .map((x, i) => at(x, 500, 0.42, monitor([green, ink, clay][i] ?? green, at(0, -30, 1, code(white, sun)))))
    .join('') +
  chair(250, 800, sun) +
  chair(640, 800, clay) +
  chair(1030, 800, sun);

const salon: Drawing =
  room('salon', peach, clay, 'beauty') +
  [260, 640, 1020].map((x) => at(x, 400, 0.62, mirror(ink, mist))).join('') +
  rect(60, 580, 1160, 30, wood, 6) +
  rect(90, 610, 1100, 90, mix(wood, ink, 0.2)) +
  [90, 450, 820, 1170]
    .map(
      (x, i) =>
        rect(x - 22, 520, 44, 60, [green, sun, white, leaf][i] ?? green, 8) + rect(x - 10, 496, 20, 28, ink),
    )
    .join('') +
  [260, 640, 1020].map((x, i) => at(x, 730, 0.74, salonChair([green, ink, green][i] ?? green))).join('');

const fashionStudio: Drawing =
  room('studio', mint, wood, 'fashion') +
  arch(300, 560, 300, 380, white) +
  arch(300, 546, 268, 350, mist) +
  disc(350, 330, 54, sun) +
  rect(293, 200, 14, 350, white) +
  rect(160, 380, 280, 14, white) +
  at(1080, 236, 0.5, rolls([clay, sun, green, sky, leaf])) +
  rect(950, 344, 270, 18, wood, 6) +
  at(760, 590, 0.78, dressForm('studio form', 'fashion')) +
  desk(60, 700, 560) +
  at(330, 574, 0.62, sewingMachine(green)) +
  lamp(520, 150, clay) +
  at(1060, 630, 0.86, dressForm('second form', 'beauty', sky));

const kitchen: Drawing =
  rect(0, 0, 1280, 960, honey) +
  repeat(60, (i) =>
    rect(
      6 + (i % 12) * 107,
      170 + Math.floor(i / 12) * 84,
      101,
      78,
      (i + Math.floor(i / 12)) % 2 ? white : mix(honey, white, 0.5),
      4,
    ),
  ) +
  cloth({ x: 0, y: 40, tile: 80, cols: 16, rows: 1, seed: 'kitchen', palette: palettes.beauty }) +
  rect(60, 176, 620, 16, ink, 8) +
  repeat(
    5,
    (i) =>
      rect(110 + i * 120, 186, 8, 50, ink) +
      disc(114 + i * 120, 276, 46 - (i % 2) * 8, [clay, ink, steel, green, clay][i] ?? ink) +
      disc(114 + i * 120, 276, 30 - (i % 2) * 6, mix([clay, ink, steel, green, clay][i] ?? ink, white, 0.25)),
  ) +
  polygon('820,120 1140,120 1200,330 760,330', steel) +
  rect(750, 320, 460, 34, mix(steel, ink, 0.3), 8) +
  rect(0, 760, 1280, 200, clay) +
  repeat(16, (i) => rect(i * 80, 820 + (i % 2) * 70, 80, 70, mix(clay, ink, 0.14))) +
  rect(40, 560, 700, 260, green) +
  rect(20, 530, 740, 40, wood, 10) +
  repeat(
    3,
    (i) =>
      rect(66 + i * 224, 600, 200, 200, mix(green, white, 0.14), 8) +
      rect(130 + i * 224, 620, 72, 12, sun, 6),
  ) +
  at(980, 630, 0.92, oven(ink)) +
  at(980, 420, 0.36, pan(clay)) +
  at(980, 320, 0.5, steam(white)) +
  at(240, 486, 0.36, pan(sky)) +
  rect(420, 440, 64, 90, white, 10) +
  rect(426, 424, 52, 22, clay, 6) +
  rect(500, 460, 56, 70, leaf, 10) +
  rect(504, 446, 48, 20, ink, 6) +
  disc(620, 504, 30, sun) +
  disc(668, 508, 26, clay);

const library: Drawing =
  rect(0, 0, 1280, 960, mix(green, ink, 0.15)) +
  cloth({ x: 0, y: 0, tile: 80, cols: 16, rows: 1, seed: 'library', palette: palettes.institute }) +
  [40, 450, 860]
    .map(
      (x, column) =>
        rect(x, 120, 380, 640, wood, 6) +
        repeat(
          3,
          (row) =>
            rect(x + 18, 138 + row * 206, 344, 190, mix(wood, ink, 0.5)) +
            books(x + 26, 328 + row * 206, 330, 172, column * 5 + row * 3),
        ),
    )
    .join('') +
  rect(0, 760, 1280, 200, sand) +
  rect(0, 752, 1280, 12, mix(wood, ink, 0.3)) +
  ellipse(640, 900, 470, 46, clay) +
  rect(330, 690, 620, 30, wood, 10) +
  rect(380, 720, 26, 170, ink) +
  rect(874, 720, 26, 170, ink) +
  path('M560 690q40-34 90-10q50-24 90 10v-70q-40-30-90-6q-50-24-90 6z', white) +
  line('M650 614v66', ink, 4) +
  rect(420, 660, 150, 30, clay, 4) +
  rect(432, 634, 130, 26, sun, 4) +
  rect(840, 560, 10, 130, ink) +
  path('M780 570l40-90h50l40 90z', sun) +
  rect(810, 680, 70, 12, ink, 6) +
  chair(500, 850, green) +
  chair(790, 850, green) +
  at(150, 860, 1, pot(leaf, clay)) +
  at(1140, 860, 1, pot(leaf, clay));

export const rooms: Record<string, Drawing> = {
  'facility/computer-lab': computerLab,
  'facility/salon': salon,
  'facility/fashion-studio': fashionStudio,
  'facility/kitchen': kitchen,
  'facility/library': library,
};
