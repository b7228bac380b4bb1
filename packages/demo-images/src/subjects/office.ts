import { type Drawing, disc, line, mix, path, polygon, rect, repeat, shade } from '../kit.ts';

const { ink, sun, clay, green, leaf, sky, sand, steel, white, wood } = shade;

const coin = (x: number, y: number, r: number): Drawing =>
  disc(x, y, r, sun) + disc(x, y, r * 0.72, mix(sun, clay, 0.25)) + disc(x, y, r * 0.3, sun);

/** Rising bars, an arrow over them, coins at the side. */
export const growth: Drawing =
  repeat(4, (i) =>
    rect(-310 + i * 130, 220 - (110 + i * 104), 104, 110 + i * 104, [leaf, sun, clay, green][i] ?? leaf),
  ) +
  line('M-300 20l170-110l110 50l210-210M70-250h110v110', ink, 24) +
  repeat(3, (i) => rect(226, 184 - i * 42, 150, 36, i % 2 ? mix(sun, clay, 0.3) : sun, 14)) +
  coin(300, 16, 76) +
  rect(-360, 220, 770, 26, ink, 13);

export const calendar = (band: string): Drawing =>
  rect(-290, -250, 580, 560, white, 36) +
  path('M-290-130v-84a36 36 0 0 1 36-36h508a36 36 0 0 1 36 36v84z', band) +
  repeat(2, (i) => rect(-176 + i * 312, -310, 40, 130, ink, 20)) +
  repeat(20, (i) => {
    const [x, y] = [-240 + (i % 5) * 104, -92 + Math.floor(i / 5) * 96];
    return i > 6 && i < 12
      ? rect(x, y, 76, 70, [sun, leaf, clay][i % 3] ?? sun, 16)
      : rect(x, y, 76, 70, sand, 16);
  });

export const clipboard = (board: string): Drawing =>
  rect(-240, -310, 480, 640, board, 30) +
  rect(-196, -250, 392, 540, white, 10) +
  rect(-110, -350, 220, 90, steel, 20) +
  disc(0, -340, 30, ink) +
  repeat(
    4,
    (i) =>
      rect(-156, -190 + i * 108, 64, 64, i < 3 ? leaf : sand, 12) +
      rect(-66, -186 + i * 108, 220 - (i % 2) * 50, 22, ink, 11) +
      rect(-66, -152 + i * 108, 150, 16, steel, 8),
  ) +
  repeat(3, (i) => line(`M-140 ${-160 + i * 108}l16 16l30-34`, white, 12));

export const pencil = (fill: string): Drawing =>
  rect(-34, -260, 68, 420, fill) +
  rect(-12, -260, 24, 420, mix(fill, white, 0.35)) +
  polygon('-34,160 34,160 0,270', wood) +
  polygon('-12,232 12,232 0,270', ink) +
  rect(-34, -320, 68, 60, clay, 20) +
  rect(-34, -276, 68, 24, steel);

export const boxes: Drawing =
  rect(-256, 40, 256, 220, wood) +
  rect(0, 40, 256, 220, mix(wood, ink, 0.18)) +
  rect(-130, -180, 260, 220, mix(wood, white, 0.15)) +
  rect(-165, 40, 60, 70, sun) +
  rect(105, 40, 60, 70, sun) +
  rect(-30, -180, 60, 70, sun);

/** Books standing in a row `width` wide on `y`, the same ones every time. */
export function books(x: number, y: number, width: number, height: number, start: number): Drawing {
  const colours = [clay, green, sun, sky, ink, leaf, sand];
  const widths = [48, 36, 58, 42, 52];
  let drawn = '';
  for (let left = 0, i = start; ; i++) {
    const wide = widths[(i * 3) % 5] ?? 42;
    if (left + wide > width) return drawn;
    const tall = height * (0.7 + ((i * 7) % 5) * 0.07);
    const colour = colours[(i * 3) % 7] ?? clay;
    drawn +=
      rect(x + left, y - tall, wide - 3, tall, colour, 3) +
      rect(x + left, y - tall + 22, wide - 3, 10, mix(colour, white, 0.55));
    left += wide;
  }
}
