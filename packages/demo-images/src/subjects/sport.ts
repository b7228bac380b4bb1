import {
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
  ring,
  shade,
  through,
  turned,
} from '../kit.ts';

const { ink, sun, white, wood } = shade;

const circle = (r: number) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const corner = (i: number, r: number) =>
  `${(r * Math.sin((i * Math.PI) / 2.5)).toFixed(1)},${(-r * Math.cos((i * Math.PI) / 2.5)).toFixed(1)}`;
const pentagon = (r: number) => polygon(repeat(5, (i) => `${corner(i, r)} `).trim(), ink);

/** A football of radius 250. */
export const ball: Drawing =
  disc(0, 0, 250, white) +
  through(
    circle(250),
    path('M120-240a260 260 0 0 1-240 470a270 270 0 0 0 240-470z', '#1d1b1614'),
    pentagon(92),
    repeat(5, (i) =>
      turned(
        i * 72,
        line('M0-92v-90l-76-50M0-182l76-50', ink, 14),
        polygon('-70,-226 70,-226 100,-300 -100,-300', ink),
      ),
    ),
  ) +
  `<circle r="250" fill="none" stroke="${ink}" stroke-width="12"/>`;

export const goal = (net: string): Drawing =>
  repeat(7, (i) => line(`M${-300 + i * 100}-240v430`, net, 6)) +
  repeat(4, (i) => line(`M-400 ${-150 + i * 100}h800`, net, 6)) +
  line('M-400 200v-450h800v450', white, 30);

export const trophy = (cup: string): Drawing =>
  ring(-170, -150, 84, 34, mix(cup, ink, 0.15)) +
  ring(170, -150, 84, 34, mix(cup, ink, 0.15)) +
  path('M-190-300h380v160a190 200 0 0 1-380 0z', cup) +
  path('M0-300h190v160a190 200 0 0 1-190 200z', mix(cup, ink, 0.12)) +
  path('M-34 40h68v110h-68z', mix(cup, ink, 0.12)) +
  dome(0, 210, 110, cup) +
  rect(-170, 206, 340, 110, ink, 12) +
  rect(-80, 236, 160, 50, sun, 6) +
  polygon(
    repeat(
      10,
      (i) =>
        `${((i % 2 ? 42 : 92) * Math.sin((i * Math.PI) / 5)).toFixed(1)},${(-150 - (i % 2 ? 42 : 92) * Math.cos((i * Math.PI) / 5)).toFixed(1)} `,
    ).trim(),
    white,
  );

export const medal = (ribbon: string, face: string): Drawing =>
  polygon('-130,-330 -30,-330 50,-60 -40,-40', ribbon) +
  polygon('130,-330 30,-330 -50,-60 40,-40', mix(ribbon, ink, 0.25)) +
  disc(0, 100, 170, face) +
  ring(0, 100, 130, 14, mix(face, ink, 0.2)) +
  polygon('0,10 24,72 90,76 38,118 56,182 0,146 -56,182 -38,118 -90,76 -24,72', white);

export const mortarboard = (fill: string): Drawing =>
  path('M-170-20h340v150q-170 90-340 0z', mix(fill, ink, 0.35)) +
  polygon('0,-210 400,-40 0,130 -400,-40', fill) +
  polygon('0,-40 400,-40 0,130', mix(fill, ink, 0.15)) +
  line('M0-40l300 40v150', sun, 14) +
  rect(270, 140, 60, 110, sun, 12) +
  repeat(3, (i) => line(`M${284 + i * 16} 190v56`, mix(sun, ink, 0.3), 5)) +
  disc(0, -40, 20, sun);

export const diploma = (ribbon: string): Drawing =>
  rect(-290, -60, 580, 120, white, 30) +
  ellipse(-270, 0, 30, 60, mix(white, wood, 0.25)) +
  ellipse(-270, 0, 14, 30, mix(white, wood, 0.5)) +
  rect(-34, -64, 68, 128, ribbon) +
  polygon('-30,60 30,60 60,150 0,120 -60,150', ribbon) +
  disc(0, 0, 40, mix(ribbon, ink, 0.25));

export const tree = (leaves: string): Drawing =>
  rect(-16, -60, 32, 160, wood) +
  disc(0, -130, 110, leaves) +
  path('M0-240a110 110 0 0 1 0 220z', mix(leaves, ink, 0.12));

export function palm(leaves: string): Drawing {
  const frond = (turn: number, flip: number, fill: string) =>
    `<g transform="translate(20 -230) scale(${flip} 1) rotate(${turn})">${path('M0 0c40-80 120-90 180-20c-60-16-120-10-180 20z', fill)}</g>`;
  const dark = mix(leaves, ink, 0.18);
  return (
    line('M0 100q-20-160 20-330', wood, 26) +
    frond(-64, -1, dark) +
    frond(-60, 1, dark) +
    frond(-22, 1, leaves) +
    frond(-22, -1, leaves) +
    frond(22, 1, dark) +
    frond(22, -1, leaves)
  );
}
