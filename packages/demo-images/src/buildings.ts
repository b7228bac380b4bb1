import { palettes } from '@institute/ui/pattern/palette.ts';
import { arch, at, cloth, type Drawing, disc, line, mix, path, polygon, rect, repeat, shade } from './kit.ts';
import { ball, goal, palm, tree } from './subjects/sport.ts';

const { ink, sun, clay, green, leaf, sky, sand, white, mint, peach, mist, honey } = shade;

const frieze = (
  name: string,
  x: number,
  y: number,
  cols: number,
  tile: number,
  of: keyof typeof palettes,
): Drawing => cloth({ x, y, tile, cols, rows: 1, seed: name, palette: palettes[of] });

const window = (x: number, y: number, glass: string, frame: string): Drawing =>
  arch(x, y, 84, 132, frame) +
  arch(x, y - 8, 64, 114, glass) +
  rect(x - 3, y - 122, 6, 122, frame) +
  rect(x - 50, y - 4, 100, 14, frame);

const mainBuilding: Drawing =
  rect(0, 0, 1280, 960, honey) +
  disc(1010, 250, 170, sun) +
  path('M0 760c200-140 420-160 640-100s440 20 640-80v380H0z', mint) +
  at(120, 700, 1.5, palm(leaf)) +
  at(1170, 690, 1.4, tree(leaf)) +
  rect(190, 390, 900, 410, white) +
  rect(190, 390, 900, 22, mix(white, ink, 0.2)) +
  frieze('facade', 190, 330, 15, 60, 'institute') +
  rect(470, 290, 340, 510, clay) +
  polygon('440,290 640,150 840,290', green) +
  disc(640, 242, 34, white) +
  line('M640 242v-18M640 242l14 8', ink, 6) +
  rect(636, 60, 8, 100, ink) +
  polygon('644,64 730,86 644,112', clay) +
  repeat(3, (i) => window(540 + i * 100, 470, mist, white)) +
  [270, 390, 890, 1010].map((x) => window(x, 560, sky, sand) + window(x, 730, sky, sand)).join('') +
  arch(640, 800, 170, 260, green) +
  arch(640, 800, 130, 220, ink) +
  rect(634, 590, 12, 210, green) +
  disc(620, 712, 8, sun) +
  disc(660, 712, 8, sun) +
  rect(500, 790, 280, 20, sand) +
  rect(470, 810, 340, 24, mix(sand, ink, 0.12)) +
  rect(0, 834, 1280, 126, leaf) +
  polygon('510,834 770,834 900,960 380,960', sand) +
  repeat(
    4,
    (i) =>
      disc(110 + i * 90, 834, 44 - (i % 2) * 10, green) + disc(870 + i * 100, 834, 46 - (i % 2) * 12, green),
  );

const door = (x: number, y: number, fill: string): Drawing =>
  rect(x - 44, y - 150, 88, 150, fill, 6) + disc(x + 26, y - 72, 7, white);

const hostel: Drawing =
  rect(0, 0, 1280, 960, peach) +
  disc(250, 300, 150, honey) +
  path('M0 720q320-160 640-40t640-80v400H0z', mix(leaf, white, 0.35)) +
  at(140, 740, 1.6, tree(green)) +
  rect(270, 270, 860, 540, sand) +
  polygon('230,280 1170,280 1110,180 290,180', clay) +
  repeat(9, (i) => line(`M${330 + i * 90} 186l${-16 + i * 4} 90`, mix(clay, ink, 0.2), 5)) +
  [0, 1]
    .map((floor) => {
      const y = 520 + floor * 280;
      return (
        rect(270, y - 210, 860, 210, floor ? mix(sand, ink, 0.06) : white) +
        repeat(
          4,
          (i) =>
            door(342 + i * 215, y, [green, sky, clay, leaf][(i + floor) % 4] ?? green) +
            rect(400 + i * 215, y - 140, 64, 76, sky, 6) +
            rect(429 + i * 215, y - 140, 6, 76, white),
        ) +
        rect(270, y, 860, 24, mix(sand, ink, 0.2))
      );
    })
    .join('') +
  frieze('balcony', 270, 462, 15, 58, 'craft') +
  repeat(5, (i) => rect(262 + i * 215, 250, 18, 570, clay)) +
  line('M1130 596q80 40 160 0', ink, 5) +
  rect(1146, 606, 44, 70, sun, 6) +
  rect(1206, 604, 50, 84, sky, 6) +
  rect(0, 820, 1280, 140, leaf) +
  polygon('560,820 760,820 860,960 460,960', sand) +
  disc(930, 822, 50, green) +
  disc(1000, 826, 38, green) +
  disc(390, 826, 40, green);

const sportsGround: Drawing =
  rect(0, 0, 1280, 960, mist) +
  disc(980, 210, 120, sun) +
  rect(0, 330, 1280, 210, ink) +
  frieze('stand one', 0, 336, 13, 99, 'camp') +
  frieze('stand two', 0, 435, 13, 99, 'craft') +
  rect(0, 250, 1280, 84, green) +
  rect(0, 250, 1280, 16, mix(green, ink, 0.3)) +
  repeat(5, (i) => rect(94 + i * 270, 280, 12, 260, white)) +
  [150, 1130]
    .map(
      (x) =>
        rect(x - 9, 90, 18, 300, ink) +
        rect(x - 80, 60, 160, 90, ink, 10) +
        repeat(6, (i) => disc(x - 52 + (i % 3) * 52, 84 + (i > 2 ? 42 : 0), 15, honey)),
    )
    .join('') +
  rect(0, 532, 1280, 428, leaf) +
  repeat(4, (i) =>
    polygon(
      `${100 + i * 320 - 60},532 ${260 + i * 320 - 90},532 ${-300 + i * 520 + 120},960 ${-620 + i * 520 + 120},960`,
      mix(leaf, green, 0.55),
    ),
  ) +
  line('M230 700h820l170 260M230 700l-170 260', white, 12) +
  line('M400 700l-60 120h600l-60-120', white, 10) +
  at(640, 600, 0.62, goal(white)) +
  at(470, 850, 0.28, ball);

export const buildings: Record<string, Drawing> = {
  'facility/main-building': mainBuilding,
  'facility/sports-ground': sportsGround,
  'facility/hostel': hostel,
};
