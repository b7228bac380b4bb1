import {
  arch,
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

const { ink, sun, steel, white } = shade;

/** Open scissors, points up, about 330 × 620 around their pivot. */
export function scissors(handles: string, blades: string = steel): Drawing {
  const half = (side: number, blade: string) =>
    turned(
      side * 18,
      path(side > 0 ? 'M-26 30L0-330Q44-190 30 30z' : 'M26 30L0-330Q-44-190-30 30z', blade),
      path(`M-24 10h48l${side * -16} 170h-52z`, handles),
      ring(side * -34, 232, 72, 40, handles),
    );
  return half(1, mix(blades, ink, 0.14)) + half(-1, blades) + disc(0, 6, 17, ink);
}

/** A comb standing upright, 150 × 600. */
export const comb = (fill: string): Drawing =>
  rect(-75, -300, 62, 600, fill, 28) +
  rect(-75, -300, 150, 44, fill, 18) +
  rect(-75, 256, 150, 44, fill, 18) +
  repeat(15, (i) => rect(-40, -238 + i * 33, 112, 15, fill, 7));

export const lipstick = (colour: string): Drawing =>
  rect(-62, 20, 124, 230, ink, 14) +
  rect(-50, -60, 100, 84, sun) +
  path('M-40-60v-120c0-40 80-70 80-90v210z', colour) +
  rect(-62, 20, 124, 26, mix(ink, white, 0.2));

export const brush = (bristles: string): Drawing =>
  path('M-62-130c-10-90 20-150 62-190c42 40 72 100 62 190z', bristles) +
  path('M-62-130h124l-26 100h-72z', steel) +
  path('M-36-30h72l-14 300c-4 40-40 40-44 0z', ink);

/** A hair dryer blowing to the left. */
export const dryer = (body: string, dark: string): Drawing =>
  turned(24, rect(56, 40, 104, 290, dark, 44)) +
  path('M-250-150l300-40v300l-300-40z', body) +
  rect(-286, -164, 50, 248, ink, 16) +
  disc(70, -40, 152, body) +
  disc(70, -40, 96, dark) +
  ring(70, -40, 60, 16, body) +
  disc(70, -40, 24, body);

export const breeze = (colour: string): Drawing =>
  repeat(3, (i) => line(`M-330 ${-130 + i * 90}q-40-34-80 0t-80 0`, colour, 22));

/** A round-topped mirror with bulbs. */
export const mirror = (frame: string, glass: string): Drawing =>
  arch(0, 300, 440, 620, frame) +
  arch(0, 260, 340, 530, glass) +
  polygon('-170,140 170,-120 170,-20 -170,240', mix(glass, white, 0.5)) +
  repeat(5, (i) => disc(-195, -60 + i * 76, 15, sun) + disc(195, -60 + i * 76, 15, sun));

export const salonChair = (seat: string): Drawing =>
  rect(-120, -250, 240, 270, seat, 60) +
  rect(-150, 0, 300, 70, mix(seat, ink, 0.2), 30) +
  rect(-180, -70, 44, 130, ink, 20) +
  rect(136, -70, 44, 130, ink, 20) +
  rect(-18, 70, 36, 130, ink) +
  path('M-120 236a120 40 0 0 1 240 0z', ink);

export const nailPolish = (colour: string): Drawing =>
  rect(-34, -170, 68, 150, ink, 18) +
  rect(-26, -26, 52, 30, steel) +
  rect(-86, 0, 172, 190, colour, 40) +
  rect(-56, 36, 24, 110, mix(colour, white, 0.45), 12);

export const heart = (fill: string): Drawing =>
  path('M0 250L-230 20a136 136 0 0 1 230-170a136 136 0 0 1 230 170z', fill);

export const pot = (leaves: string, clayPot: string): Drawing =>
  ellipse(-44, -120, 34, 100, mix(leaves, ink, 0.15)) +
  ellipse(44, -120, 34, 100, leaves) +
  ellipse(0, -150, 36, 120, mix(leaves, white, 0.2)) +
  path('M-80-40h160l-26 140h-108z', clayPot);
