import { colours } from '@institute/ui/pattern/palette.ts';

/** `lines` is an SVG path. */
export type Mark = { colour: string; lines: string };

export const TILE = 8;

/** The paths repeat without visible seams. The colours have a contrast of 3:1 with the card. */
const marks: Mark[] = [
  { colour: colours.green, lines: '' },
  { colour: colours.clay, lines: 'M-2 2 2-2M0 8 8 0M6 10 10 6' },
  { colour: colours.sky, lines: 'M0 4H8' },
  { colour: '#7a4d00', lines: 'M3 4h2' },
  { colour: colours.leaf, lines: 'M4 0V8' },
  { colour: '#5f5a50', lines: 'M0 4H8M4 0V8' },
];

export const markOf = (at: number): Mark => marks[at % marks.length] ?? { colour: colours.ink, lines: '' };
