/** `styles.css` has the same colours as tokens. */
export const colours = {
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

const { paper, ink, line, sand } = colours;

/** The fills that follow from the institute's colours. */
export type Tones = Record<'green' | 'leaf' | 'sun' | 'third', string>;

/** Custom properties, so that what a page draws follows its tokens. */
export const pageTones: Tones = {
  green: 'var(--color-green-ground)',
  leaf: 'var(--color-leaf-tone)',
  sun: 'var(--color-sun)',
  third: 'var(--color-third)',
};

/** A colour listed twice is chosen twice as often. */
export const makeClothPalette = ({ green, leaf, sun, third }: Tones): string[] => [
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
  institute: makeClothPalette(pageTones),
  sand: [sand, sand, line, paper],
} as const satisfies Record<string, readonly string[]>;

export type PaletteName = keyof typeof palettes;
