/** Size of a tile in SVG units. */
export const TILE_SIZE = 12;

export interface PatternOptions {
  seed: string;
  palette: readonly string[];
  cols: number;
  rows: number;
}

export interface PatternLayer {
  fill: string;
  d: string;
}

/** The layers of a pattern in the order of painting. Holes follow the even-odd rule. */
export interface PatternLayers {
  base: string;
  grounds: PatternLayer[];
  shapes: PatternLayer[];
}

type DrawTile = (x: number, y: number, turn: number) => { main: string; accent?: string };

const drawDisc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const drawDiamond = (x: number, y: number, r: number) => `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;

/** The corner of the tile for a quarter turn, and the directions from it into the tile. */
function findCorner(x: number, y: number, turn: number) {
  const signX = turn & 1 ? -1 : 1;
  const signY = turn & 2 ? -1 : 1;
  return {
    cx: signX > 0 ? x : x + TILE_SIZE,
    cy: signY > 0 ? y : y + TILE_SIZE,
    sx: signX,
    sy: signY,
    sweep: signX * signY > 0 ? 1 : 0,
  };
}

function drawQuarterDisc(x: number, y: number, turn: number, r: number): string {
  const { cx, cy, sx, sy, sweep } = findCorner(x, y, turn);
  return `M${cx} ${cy}h${sx * r}a${r} ${r} 0 0 ${sweep} ${-sx * r} ${sy * r}z`;
}

const drawQuarters: DrawTile = (x, y, turn) => ({
  main: drawQuarterDisc(x, y, turn, 12) + drawQuarterDisc(x, y, turn, 6),
  accent: drawQuarterDisc(x, y, turn, 6),
});

const drawBow: DrawTile = (x, y, turn) => ({ main: drawQuarterDisc(x, y, turn, 12) });

const drawRing: DrawTile = (x, y, turn) => ({
  main: drawDisc(x + 6, y + 6, 5) + drawDisc(x + 6, y + 6, 3),
  accent: drawDisc(x + 6, y + 6, turn & 1 ? 3 : 1),
});

const drawHalves: DrawTile = (x, y, turn) => {
  const drawHalf =
    turn & 1
      ? (top: number) => `M${x} ${top + 6}a6 6 0 0 1 12 0z`
      : (top: number) => `M${x} ${top}a6 6 0 0 0 12 0z`;
  return { main: drawHalf(y), accent: drawHalf(y + 6) };
};

const drawStripes: DrawTile = (x, y, turn) => {
  const drawBar =
    turn & 1 ? (at: number) => `M${x} ${y + at}h12v2h-12z` : (at: number) => `M${x + at} ${y}h2v12h-2z`;
  return { main: drawBar(1) + drawBar(9), accent: drawBar(5) };
};

const drawTriangleTile: DrawTile = (x, y, turn) => {
  const { cx, cy, sx, sy } = findCorner(x, y, turn);
  return { main: `M${cx} ${cy}v${12 * sy}h${12 * sx}z`, accent: drawDisc(cx + 8.5 * sx, cy + 3.5 * sy, 2) };
};

const drawDiamondTile: DrawTile = (x, y) => ({
  main: drawDiamond(x + 6, y + 6, 6) + drawDiamond(x + 6, y + 6, 3),
  accent: drawDiamond(x + 6, y + 6, 3),
});

const drawLeaf: DrawTile = (x, y, turn) => {
  const { cx, cy, sx, sy, sweep } = findCorner(x, y, turn);
  const drawArc = (sign: number) => `a12 12 0 0 ${sweep} ${12 * sx * sign} ${12 * sy * sign}`;
  return { main: `M${cx} ${cy}${drawArc(1)}${drawArc(-1)}` };
};

const tileDrawersByFrequency: readonly DrawTile[] = [
  drawQuarters,
  drawBow,
  drawRing,
  drawHalves,
  drawStripes,
  drawTriangleTile,
  drawDiamondTile,
  drawLeaf,
  drawQuarters,
  drawTriangleTile,
];

/** Numbers in [0, 1), equal for equal seeds on every machine (FNV-1a into mulberry32). */
function makeRandom(seed: string): () => number {
  let generatorState = 2166136261;
  for (const char of seed) generatorState = Math.imul(generatorState ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    generatorState = (generatorState + 0x6d2b79f5) | 0;
    let t = Math.imul(generatorState ^ (generatorState >>> 15), 1 | generatorState);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function findMostUsedColour(grounds: Map<string, string>): string {
  let mostUsedColour = '';
  for (const [fill, d] of grounds)
    if (d.length > (grounds.get(mostUsedColour)?.length ?? 0)) mostUsedColour = fill;
  return mostUsedColour;
}

/** Square tiles as on kitenge cloth. Neighbours differ in ground and kind. Each colour is one path. */
export function drawPatternLayers({ seed, palette, cols, rows }: PatternOptions): PatternLayers {
  const random = makeRandom(seed);
  const pickOtherThanRefused = <T>(from: readonly T[], refused: readonly (T | undefined)[]): T => {
    const allowedItems = from.filter((item) => !refused.includes(item));
    return (allowedItems.length ? allowedItems : from)[
      Math.floor(random() * (allowedItems.length || from.length))
    ] as T;
  };
  const groundPaths = new Map<string, string>();
  const shapePaths = new Map<string, string>();
  const addPathOfColour = (layers: Map<string, string>, fill: string, d: string) =>
    layers.set(fill, (layers.get(fill) ?? '') + d);
  const tilesAbove: { ground?: string; kind?: DrawTile }[] = [];

  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const leftTile = tilesAbove[col - 1];
      const upperTile = tilesAbove[col];
      const groundColour = pickOtherThanRefused(palette, [leftTile?.ground, upperTile?.ground]);
      const drawTile = pickOtherThanRefused(tileDrawersByFrequency, [leftTile?.kind, upperTile?.kind]);
      const mainColour = pickOtherThanRefused(palette, [groundColour]);
      const accentColour = pickOtherThanRefused(palette, [groundColour, mainColour]);
      tilesAbove[col] = { ground: groundColour, kind: drawTile };

      const x = col * TILE_SIZE;
      const y = row * TILE_SIZE;
      const { main, accent } = drawTile(x, y, Math.floor(random() * 4));
      addPathOfColour(groundPaths, groundColour, `M${x} ${y}h12v12h-12z`);
      addPathOfColour(shapePaths, mainColour, main);
      if (accent) addPathOfColour(shapePaths, accentColour, accent);
    }
  }

  const mostUsedGroundColour = findMostUsedColour(groundPaths);
  groundPaths.delete(mostUsedGroundColour);
  const toLayers = (from: Map<string, string>) => Array.from(from, ([fill, d]) => ({ fill, d }));
  return { base: mostUsedGroundColour, grounds: toLayers(groundPaths), shapes: toLayers(shapePaths) };
}
