import { type Cloth, clothLayers, TILE } from '@institute/ui/pattern/geometry.ts';
import { colours } from '@institute/ui/pattern/palette.ts';

/** Drawings are strings of SVG; coordinates are those of the image. */
export type Drawing = string;

export const shade = {
  ...colours,
  white: '#fffdf8',
  steel: '#c9cdc8',
  wood: '#a86a35',
  mint: '#a9cdbb',
  peach: '#eab48f',
  mist: '#bcd0e0',
  honey: '#f8d38a',
};

const n = (value: number) => Number(value.toFixed(1));

export const path = (d: string, fill: string): Drawing => `<path fill="${fill}" d="${d}"/>`;

export const line = (d: string, stroke: string, width: number, cap = 'round'): Drawing =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="round" d="${d}"/>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
): Drawing =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${radius}" fill="${fill}"/>`;

export const disc = (x: number, y: number, r: number, fill: string): Drawing =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): Drawing =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const ring = (x: number, y: number, r: number, width: number, stroke: string): Drawing =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;

/** The upper half of a disc, standing on `y`. */
export const dome = (x: number, y: number, r: number, fill: string): Drawing =>
  path(`M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0z`, fill);

/** The lower half of a disc, hanging from `y`. */
export const bowl = (x: number, y: number, r: number, fill: string): Drawing =>
  path(`M${x - r} ${y}a${r} ${r} 0 0 0 ${2 * r} 0z`, fill);

/** A door or window with a round top; `x`, `y` is the middle of its foot. */
export const arch = (x: number, y: number, width: number, height: number, fill: string): Drawing =>
  path(
    `M${x - width / 2} ${y}v${width / 2 - height}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width / 2}z`,
    fill,
  );

export const polygon = (points: string, fill: string): Drawing =>
  `<polygon points="${points}" fill="${fill}"/>`;

export const group = (transform: string, ...parts: Drawing[]): Drawing =>
  `<g transform="${transform}">${parts.join('')}</g>`;

export const at = (x: number, y: number, scale: number, ...parts: Drawing[]): Drawing =>
  group(`translate(${x} ${y}) scale(${scale})`, ...parts);

export const turned = (degrees: number, ...parts: Drawing[]): Drawing =>
  group(`rotate(${degrees})`, ...parts);

/** Repeats a drawing `count` times, `step` apart. */
export const repeat = (count: number, draw: (index: number) => Drawing): Drawing =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

let clips = 0;

/** Clips `drawing` to the shape `d`. */
export function through(d: string, ...drawing: Drawing[]): Drawing {
  const id = `clip${++clips}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${drawing.join('')}</g>`;
}

/** Mixes two colours; `t` is the share of the second one. */
export function mix(first: string, second: string, t: number): string {
  const channel = (colour: string, from: number) => Number.parseInt(colour.slice(from, from + 2), 16);
  const mixed = (from: number) => Math.round(channel(first, from) * (1 - t) + channel(second, from) * t);
  return `#${[1, 3, 5].map((from) => mixed(from).toString(16).padStart(2, '0')).join('')}`;
}

interface ClothArea extends Cloth {
  x: number;
  y: number;
  /** Width of one tile in the image. */
  tile: number;
}

/** Patterned cloth, as `Pattern` draws it on the site. */
export function cloth({ x, y, tile, ...of }: ClothArea): Drawing {
  const { base, grounds, shapes } = clothLayers(of);
  const paint = ({ fill, d }: { fill: string; d: string }) => path(d, fill);
  return group(
    `translate(${x} ${y}) scale(${tile / TILE})`,
    rect(0, 0, of.cols * TILE, of.rows * TILE, base),
    `<g shape-rendering="crispEdges">${grounds.map(paint).join('')}</g>`,
    `<g fill-rule="evenodd">${shapes.map(paint).join('')}</g>`,
  );
}

/** Cloth in shades of one colour, quiet enough for a background. */
export const tonalPalette = (ground: string, strength = 0.09) => [
  ground,
  ground,
  mix(ground, shade.ink, strength),
  mix(ground, shade.white, strength),
];
