/** `styles.css` has the same colours as tokens. */
export const colours = {
  paper: '#fbf7ef',
  card: '#ffffff',
  ink: '#1d1b16',
  line: '#e3d9c6',
  sand: '#efe4d0',
  green: '#0f5a43',
  leaf: '#1f7a5c',
  sun: '#f2a71b',
  clay: '#b8431d',
  sky: '#2b5d8a',
} as const;

const { paper, ink, line, sand, green, leaf, sun, clay, sky } = colours;

/** A colour listed twice is chosen twice as often. */
export const palettes = {
  institute: [green, leaf, sun, sun, clay, ink, sand, sand],
  beauty: [clay, sun, sun, sand, sand, green],
  technology: [sky, sky, ink, sun, sand, sand],
  fashion: [clay, clay, ink, sun, sand, sand],
  craft: [green, sun, clay, sand, sand],
  camp: [green, leaf, leaf, sun, sand, sand],
  office: [ink, green, sky, sand, sand, sun],
  sand: [sand, sand, line, paper],
} as const satisfies Record<string, readonly string[]>;

export type PaletteName = keyof typeof palettes;
