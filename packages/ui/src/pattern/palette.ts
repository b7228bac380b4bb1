/** `styles.css` has the same colours as tokens. */
export const fixedColours = {
  paper: '#fbf7ef',
  card: '#ffffff',
  ink: '#1d1b16',
  line: '#e3d9c6',
  sand: '#efe4d0',
  green: '#0f5a43',
  leaf: '#1f7a5c',
  clay: '#b8431d',
  sky: '#2b5d8a',
} as const;

const { paper, ink, line, sand } = fixedColours;

/** The colours that are derived from the institute's colours. */
export type PatternTones = Record<'green' | 'leaf' | 'sun' | 'third', string>;

/** Custom properties, so that drawings in a page follow the page's colours. */
export const pagePatternTones: PatternTones = {
  green: 'var(--color-green-ground)',
  leaf: 'var(--color-leaf-tone)',
  sun: 'var(--color-sun)',
  third: 'var(--color-third)',
};

/** A colour listed twice is chosen twice as often. */
export const makePatternPalette = ({ green, leaf, sun, third }: PatternTones): string[] => [
  green,
  leaf,
  sun,
  sun,
  third,
  ink,
  sand,
  sand,
];

export const palettes = {
  institute: makePatternPalette(pagePatternTones),
  sand: [sand, sand, line, paper],
} as const satisfies Record<string, readonly string[]>;

export type PaletteName = keyof typeof palettes;
