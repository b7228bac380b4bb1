import { type Drawing, disc, line, mix, path, polygon, rect, repeat, ring, shade, turned } from '../kit.ts';

const { ink, sun, clay, steel, white } = shade;

/** A chip with its wires, 520 × 320, for screens. */
const chip = (wire: string): Drawing =>
  repeat(4, (i) =>
    line(
      `M${-60} ${-66 + i * 44}h-${90 + (i % 2) * 40}${i < 2 ? 'v-50' : 'v50'}M60 ${-66 + i * 44}h${90 + ((i + 1) % 2) * 40}${i < 2 ? 'v-50' : 'v50'}`,
      wire,
      10,
    ),
  ) +
  repeat(
    4,
    (i) =>
      disc(-150 - (i % 2) * 40, -66 + i * 44 + (i < 2 ? -56 : 56), 15, wire) +
      disc(150 + ((i + 1) % 2) * 40, -66 + i * 44 + (i < 2 ? -56 : 56), 15, wire),
  ) +
  rect(-92, -92, 184, 184, sun, 20) +
  rect(-54, -54, 108, 108, ink, 10) +
  disc(0, 0, 26, sun);

export const monitor = (screen: string, inside: Drawing): Drawing =>
  polygon('-70,200 70,200 100,330 -100,330', steel) +
  rect(-170, 312, 340, 30, ink, 15) +
  rect(-340, -270, 680, 490, ink, 34) +
  rect(-304, -234, 608, 400, screen, 10) +
  disc(0, 193, 10, steel) +
  inside;

export const circuitMonitor = (screen: string): Drawing =>
  monitor(screen, `<g transform="translate(0 -34)">${chip(white)}</g>`);

/** Angle brackets and a slash, as high as 160. */
export const code = (colour: string, accent = colour): Drawing =>
  line('M-90-70l-80 70l80 70M90-70l80 70l-80 70', colour, 34) + line('M34-90l-68 180', accent, 34);

export const laptop = (screen: string, inside: Drawing = code(white, sun)): Drawing =>
  rect(-270, -250, 540, 370, ink, 30) +
  rect(-236, -216, 472, 302, screen, 8) +
  `<g transform="translate(0 -64)">${inside}</g>` +
  path('M-350 120h700l-30 66a30 30 0 0 1-28 18h-584a30 30 0 0 1-28-18z', mix(steel, ink, 0.2)) +
  rect(-80, 120, 160, 24, mix(steel, ink, 0.45), 12);

export const gear = (fill: string, hole: string): Drawing =>
  repeat(8, (i) => turned(i * 45, rect(-26, -130, 52, 70, fill, 8))) +
  disc(0, 0, 96, fill) +
  disc(0, 0, 42, hole);

/** A spanner standing upright, 180 × 640. */
export const wrench = (fill: string): Drawing =>
  path('M-44-150v380a44 44 0 0 0 88 0v-380c50-22 66-74 50-130l-44 60h-76l-66-60c-16 56-2 108 48 130z', fill) +
  disc(0, 226, 20, ink);

export const robot = (head: string, body: string): Drawing =>
  line('M0-250v-90', ink, 18) +
  disc(0, -356, 34, sun) +
  rect(-270, -150, 60, 140, body, 22) +
  rect(210, -150, 60, 140, body, 22) +
  rect(-220, -260, 440, 350, head, 80) +
  rect(-170, -200, 340, 190, ink, 70) +
  ring(-80, -106, 40, 24, sun) +
  ring(80, -106, 40, 24, sun) +
  line('M-60 36h120', ink, 18) +
  repeat(3, (i) => line(`M${-30 + i * 30} 24v24`, ink, 10)) +
  rect(-60, 90, 120, 50, steel) +
  path('M-230 700v-470a100 100 0 0 1 100-100h260a100 100 0 0 1 100 100v470z', body) +
  disc(-90, 236, 34, clay) +
  disc(0, 236, 34, sun) +
  disc(90, 236, 34, white);

export const plug = (body: string): Drawing =>
  line('M0 160v60q0 90-120 90h-240', body, 34) +
  rect(-90, -60, 180, 230, body, 30) +
  path('M-64-60h128v-150h-128z', steel) +
  repeat(4, (i) => rect(-50 + i * 28, -200, 16, 90, sun)) +
  rect(-40, 20, 80, 30, mix(body, white, 0.35), 12);

/** A rack of network switches. */
export const rack = (lights: readonly string[]): Drawing =>
  rect(-200, -330, 400, 660, ink, 24) +
  repeat(
    5,
    (row) =>
      rect(-170, -296 + row * 122, 340, 96, mix(ink, white, 0.16), 12) +
      repeat(5, (i) => disc(-132 + i * 46, -248 + row * 122, 14, lights[(row + i) % lights.length] ?? sun)) +
      rect(96, -268 + row * 122, 54, 40, steel, 6),
  );
