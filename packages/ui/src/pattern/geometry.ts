/** In SVG units. */
export const TILE_SIZE = 12;

export interface Cloth {
  seed: string;
  palette: readonly string[];
  cols: number;
  rows: number;
}

export interface Layer {
  fill: string;
  d: string;
}

/** Painted in this order. Holes follow the even-odd rule. */
export interface ClothLayers {
  base: string;
  grounds: Layer[];
  shapes: Layer[];
}

type DrawUnit = (x: number, y: number, turn: number) => { main: string; accent?: string };

const drawDisc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const drawDiamond = (x: number, y: number, r: number) => `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;

/** The corner of the tile at `turn`, and the directions into the tile. */
function findCorner(x: number, y: number, turn: number) {
  const sx = turn & 1 ? -1 : 1;
  const sy = turn & 2 ? -1 : 1;
  return {
    cx: sx > 0 ? x : x + TILE_SIZE,
    cy: sy > 0 ? y : y + TILE_SIZE,
    sx,
    sy,
    sweep: sx * sy > 0 ? 1 : 0,
  };
}

function drawQuarter(x: number, y: number, turn: number, r: number): string {
  const { cx, cy, sx, sy, sweep } = findCorner(x, y, turn);
  return `M${cx} ${cy}h${sx * r}a${r} ${r} 0 0 ${sweep} ${-sx * r} ${sy * r}z`;
}

const drawQuarters: DrawUnit = (x, y, turn) => ({
  main: drawQuarter(x, y, turn, 12) + drawQuarter(x, y, turn, 6),
  accent: drawQuarter(x, y, turn, 6),
});

const drawBow: DrawUnit = (x, y, turn) => ({ main: drawQuarter(x, y, turn, 12) });

const drawRing: DrawUnit = (x, y, turn) => ({
  main: drawDisc(x + 6, y + 6, 5) + drawDisc(x + 6, y + 6, 3),
  accent: drawDisc(x + 6, y + 6, turn & 1 ? 3 : 1),
});

const drawHalves: DrawUnit = (x, y, turn) => {
  const half =
    turn & 1
      ? (top: number) => `M${x} ${top + 6}a6 6 0 0 1 12 0z`
      : (top: number) => `M${x} ${top}a6 6 0 0 0 12 0z`;
  return { main: half(y), accent: half(y + 6) };
};

const drawStripes: DrawUnit = (x, y, turn) => {
  const bar =
    turn & 1 ? (at: number) => `M${x} ${y + at}h12v2h-12z` : (at: number) => `M${x + at} ${y}h2v12h-2z`;
  return { main: bar(1) + bar(9), accent: bar(5) };
};

const drawSail: DrawUnit = (x, y, turn) => {
  const { cx, cy, sx, sy } = findCorner(x, y, turn);
  return { main: `M${cx} ${cy}v${12 * sy}h${12 * sx}z`, accent: drawDisc(cx + 8.5 * sx, cy + 3.5 * sy, 2) };
};

const drawGem: DrawUnit = (x, y) => ({
  main: drawDiamond(x + 6, y + 6, 6) + drawDiamond(x + 6, y + 6, 3),
  accent: drawDiamond(x + 6, y + 6, 3),
});

const drawLeaf: DrawUnit = (x, y, turn) => {
  const { cx, cy, sx, sy, sweep } = findCorner(x, y, turn);
  const drawArc = (sign: number) => `a12 12 0 0 ${sweep} ${12 * sx * sign} ${12 * sy * sign}`;
  return { main: `M${cx} ${cy}${drawArc(1)}${drawArc(-1)}` };
};

const kinds: readonly DrawUnit[] = [
  drawQuarters,
  drawBow,
  drawRing,
  drawHalves,
  drawStripes,
  drawSail,
  drawGem,
  drawLeaf,
  drawQuarters,
  drawSail,
];

/** Numbers in [0, 1), equal for equal seeds on every machine (FNV-1a into mulberry32). */
function makeRandom(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function findMostUsed(grounds: Map<string, string>): string {
  let base = '';
  for (const [fill, d] of grounds) if (d.length > (grounds.get(base)?.length ?? 0)) base = fill;
  return base;
}

/** Square tiles as on kitenge cloth. Neighbours differ in ground and kind. Each colour is one path. */
export function drawClothLayers({ seed, palette, cols, rows }: Cloth): ClothLayers {
  const random = makeRandom(seed);
  const pickOther = <T>(from: readonly T[], refused: readonly (T | undefined)[]): T => {
    const allowed = from.filter((item) => !refused.includes(item));
    return (allowed.length ? allowed : from)[Math.floor(random() * (allowed.length || from.length))] as T;
  };
  const grounds = new Map<string, string>();
  const shapes = new Map<string, string>();
  const addPath = (layers: Map<string, string>, fill: string, d: string) =>
    layers.set(fill, (layers.get(fill) ?? '') + d);
  const above: { ground?: string; kind?: DrawUnit }[] = [];

  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const left = above[col - 1];
      const up = above[col];
      const ground = pickOther(palette, [left?.ground, up?.ground]);
      const kind = pickOther(kinds, [left?.kind, up?.kind]);
      const fill = pickOther(palette, [ground]);
      const accentFill = pickOther(palette, [ground, fill]);
      above[col] = { ground, kind };

      const x = col * TILE_SIZE;
      const y = row * TILE_SIZE;
      const { main, accent } = kind(x, y, Math.floor(random() * 4));
      addPath(grounds, ground, `M${x} ${y}h12v12h-12z`);
      addPath(shapes, fill, main);
      if (accent) addPath(shapes, accentFill, accent);
    }
  }

  const base = findMostUsed(grounds);
  grounds.delete(base);
  const toLayers = (from: Map<string, string>) => Array.from(from, ([fill, d]) => ({ fill, d }));
  return { base, grounds: toLayers(grounds), shapes: toLayers(shapes) };
}
