export interface Colors {
  main: string;
  accent: string;
}

/** Colours in `packages/ui/src/styles.css`. A site with other colours gets a rule that replaces them. */
export const defaultColors: Colors = { main: '#0f5a43', accent: '#f2a71b' };

export const patternStyles = ['shapes', 'lines', 'dots', 'none'] as const;
export type PatternStyle = (typeof patternStyles)[number];

/** The look of the site, as its settings hold it under `institute`. */
export interface Look {
  colors: Colors;
  pattern: PatternStyle;
}

export const defaultLook: Look = { colors: defaultColors, pattern: 'shapes' };

const white = '#ffffff';
const black = '#000000';
const inkColour = '#1d1b16';
const paperColour = '#fbf7ef';
/** The darkest background on which coloured text stands. */
const sandColour = '#efe4d0';
/** Lowest contrast of text by WCAG 2.2, level AA. */
const READABLE_CONTRAST = 4.5;

const readColourChannels = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = readColourChannels(colour).map((value) => {
    const channelShare = value / 255;
    return channelShare <= 0.04045 ? channelShare / 12.92 : ((channelShare + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Measures the contrast of two colours, a ratio from 1 to 21. */
export function measureContrast(one: string, other: string): number {
  const luminances = [measureLuminance(one), measureLuminance(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** Mixes two colours. `share` is the part of `other` in the result, from 0 to 1. */
export function mixColours(colour: string, other: string, share: number): string {
  const otherChannels = readColourChannels(other);
  const mixedChannels = readColourChannels(colour).map((value, at) =>
    Math.round(value + ((otherChannels[at] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixedChannels.join('')}`;
}

function mixUntilReadable(colour: string, towards: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixedColour = mixColours(colour, towards, share);
    if (measureContrast(mixedColour, ground) >= READABLE_CONTRAST) return mixedColour;
  }
  return towards;
}

const isTextReadable = (text: string, ground: string) => measureContrast(text, ground) >= READABLE_CONTRAST;

/**
 * Chooses white or the site's ink for a text on this ground, and black for the few grounds on which neither is
 * readable.
 */
export const chooseTextColourOn = (ground: string): string =>
  [white, inkColour].find((text) => isTextReadable(text, ground)) ?? black;

/** Darkens a colour until it is readable as a text or link on paper. */
export const darkenForPaper = (colour: string): string => mixUntilReadable(colour, black, sandColour);

/** Mixes the ground for the time while the pointer is over it. The ground moves away from the colour of its text. */
const mixHoverGround = (ground: string) =>
  mixColours(ground, chooseTextColourOn(ground) === white ? black : white, 0.2);

const isDefaultColourPair = ({ main, accent }: Colors) =>
  main === defaultColors.main && accent === defaultColors.accent;

/** Chooses the fills of the pattern: both colours and a tone of each. */
export const choosePatternTones = ({ main, accent }: Colors) =>
  isDefaultColourPair({ main, accent })
    ? { green: main, leaf: '#1f7a5c', sun: accent, third: '#b8431d' }
    : {
        green: main,
        leaf: mixColours(main, measureContrast(main, black) < 4 ? white : black, 0.2),
        sun: accent,
        third: mixColours(accent, inkColour, 0.35),
      };

/** Makes the tokens of `styles.css` that follow from the two colours. Their names lack the prefix `--color-`. */
export function makeLookTokens(colors: Colors): Record<string, string> {
  const { main, accent } = colors;
  const textColour = darkenForPaper(main);
  const { leaf, third } = choosePatternTones(colors);
  return {
    green: textColour,
    'green-ground': main,
    'green-deep': mixHoverGround(main),
    'green-soft': mixColours(main, white, 0.88),
    'on-green': chooseTextColourOn(main),
    'on-green-soft': chooseTextColourOn(main),
    leaf: mixColours(textColour, black, 0.2),
    'leaf-tone': leaf,
    sun: accent,
    'sun-deep': mixHoverGround(accent),
    'on-sun': chooseTextColourOn(accent),
    'sun-on-ink': mixUntilReadable(accent, white, inkColour),
    'sun-on-green': isTextReadable(accent, main) ? accent : chooseTextColourOn(main),
    third,
  };
}

/** CSS backgrounds that take the place of the drawn shapes, so that the page loads no drawing. */
const patternGrounds: Record<Exclude<PatternStyle, 'shapes'>, string> = {
  lines:
    'repeating-linear-gradient(90deg,var(--color-green-ground) 0 18px,var(--color-sun) 0 36px,var(--color-sand) 0 54px)',
  dots: 'radial-gradient(var(--color-sun) 32%,#0000 35%) 0 0/18px 18px var(--color-green-ground)',
  none: 'var(--color-green-soft)',
};

export const findPatternGround = (style: PatternStyle): string | undefined =>
  style === 'shapes' ? undefined : patternGrounds[style];

/** Makes the path to a file of the pattern in these colours. */
export const makePatternPath = ({ main, accent }: Colors, file: 'band' | 'hero'): string =>
  `/pattern/${main.slice(1)}-${accent.slice(1)}/${file}.svg`;

/** Id of the element with the styles of the look. The office changes it after saving. */
export const lookStyleId = 'look';

/**
 * Writes the styles of the look for the head of each page, so that no other colours flash. Empty for the look of
 * `styles.css`.
 */
export function writeLookStyle({ colors, pattern }: Look, { light = false } = {}): string {
  const lookTokens = isDefaultColourPair(colors) ? {} : makeLookTokens(colors);
  const tokenDeclarations = Object.entries(lookTokens).map(([name, value]) => `--color-${name}:${value}`);
  const patternGround = findPatternGround(pattern);
  const cssRules = [
    // This selector weighs more than that of the stylesheet, which comes later
    ...(tokenDeclarations.length > 0 ? [`html:root{${tokenDeclarations.join(';')}}`] : []),
    ...(patternGround
      ? [
          `[data-band]${pattern === 'none' ? '{display:none}' : `{background:${patternGround}!important}`}`,
          `[data-cloth]{background:${patternGround}}[data-cloth=sand]{background:var(--color-sand)}[data-cloth]>*{display:none}`,
        ]
      : []),
    ...(!patternGround && !light && !isDefaultColourPair(colors)
      ? [
          `[data-band]{background-image:url(${makePatternPath(colors, 'band')})!important}`,
          `[data-band=hero]{background-image:url(${makePatternPath(colors, 'hero')})!important}`,
        ]
      : []),
  ];
  return cssRules.join('');
}

/** Chooses the colour of the browser's bar on a phone. */
export const chooseBrowserBarColour = (colors: Colors): string =>
  isDefaultColourPair(colors) ? paperColour : colors.main;
