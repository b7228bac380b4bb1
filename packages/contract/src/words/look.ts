export interface Colors {
  main: string;
  accent: string;
}

/** The colours of `packages/ui/src/styles.css`. An installation that chose others gets a rule over them. */
export const defaultColors: Colors = { main: '#0f5a43', accent: '#f2a71b' };

export const patternStyles = ['shapes', 'lines', 'dots', 'none'] as const;
export type PatternStyle = (typeof patternStyles)[number];

/** The look, as the site's settings under `institute` hold it. */
export interface Look {
  colors: Colors;
  pattern: PatternStyle;
}

export const defaultLook: Look = { colors: defaultColors, pattern: 'shapes' };

const white = '#ffffff';
const black = '#000000';
const ink = '#1d1b16';
const paper = '#fbf7ef';
/** The darkest background of coloured text. */
const sandColour = '#efe4d0';
/** WCAG 2.2, AA. */
const READABLE_CONTRAST = 4.5;

const readChannels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns a ratio from 1 to 21. */
export function measureContrast(one: string, other: string): number {
  const both = [measureLuminance(one), measureLuminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

/** `share` is how much of `other` it has, from 0 to 1. */
export function mixColours(colour: string, other: string, share: number): string {
  const others = readChannels(other);
  const mixed = readChannels(colour).map((value, at) =>
    Math.round(value + ((others[at] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

function moveUntilReadable(colour: string, towards: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mixColours(colour, towards, share);
    if (measureContrast(mixed, ground) >= READABLE_CONTRAST) return mixed;
  }
  return towards;
}

const isReadable = (text: string, ground: string) => measureContrast(text, ground) >= READABLE_CONTRAST;

/** White or the site's ink. Pure black on the few grounds where neither can be read. */
export const chooseTextOn = (ground: string): string =>
  [white, ink].find((text) => isReadable(text, ground)) ?? black;

/** The colour as text or a link on paper. */
export const darkenForPaper = (colour: string): string => moveUntilReadable(colour, black, sandColour);

/** While the pointer is over a ground. Moves away from its text. */
const mixHoverGround = (ground: string) =>
  mixColours(ground, chooseTextOn(ground) === white ? black : white, 0.2);

const isDefaultPair = ({ main, accent }: Colors) =>
  main === defaultColors.main && accent === defaultColors.accent;

/** Fills of the pattern: the two colours and a tone of each. */
export const choosePatternTones = ({ main, accent }: Colors) =>
  isDefaultPair({ main, accent })
    ? { green: main, leaf: '#1f7a5c', sun: accent, third: '#b8431d' }
    : {
        green: main,
        leaf: mixColours(main, measureContrast(main, black) < 4 ? white : black, 0.2),
        sun: accent,
        third: mixColours(accent, ink, 0.35),
      };

/** The tokens of `styles.css` that follow from the two colours, without `--color-`. */
export function makeLookTokens(colors: Colors): Record<string, string> {
  const { main, accent } = colors;
  const text = darkenForPaper(main);
  const { leaf, third } = choosePatternTones(colors);
  return {
    green: text,
    'green-ground': main,
    'green-deep': mixHoverGround(main),
    'green-soft': mixColours(main, white, 0.88),
    'on-green': chooseTextOn(main),
    'on-green-soft': chooseTextOn(main),
    leaf: mixColours(text, black, 0.2),
    'leaf-tone': leaf,
    sun: accent,
    'sun-deep': mixHoverGround(accent),
    'on-sun': chooseTextOn(accent),
    'sun-on-ink': moveUntilReadable(accent, white, ink),
    'sun-on-green': isReadable(accent, main) ? accent : chooseTextOn(main),
    third,
  };
}

/** CSS backgrounds that replace the drawn shapes, so that the page loads no drawing. */
const patternGrounds: Record<Exclude<PatternStyle, 'shapes'>, string> = {
  lines:
    'repeating-linear-gradient(90deg,var(--color-green-ground) 0 18px,var(--color-sun) 0 36px,var(--color-sand) 0 54px)',
  dots: 'radial-gradient(var(--color-sun) 32%,#0000 35%) 0 0/18px 18px var(--color-green-ground)',
  none: 'var(--color-green-soft)',
};

export const findPatternGround = (style: PatternStyle): string | undefined =>
  style === 'shapes' ? undefined : patternGrounds[style];

/** Path of a file of the pattern in these colours. */
export const makePatternPath = ({ main, accent }: Colors, file: 'band' | 'hero'): string =>
  `/pattern/${main.slice(1)}-${accent.slice(1)}/${file}.svg`;

/** Id of the element with the rule. The office changes it after saving. */
export const lookStyleId = 'look';

/** Styles in the head of each page, so that nothing flashes. Empty for the look of `styles.css`. */
export function writeLookStyle({ colors, pattern }: Look, { light = false } = {}): string {
  const lookTokens = isDefaultPair(colors) ? {} : makeLookTokens(colors);
  const tokens = Object.entries(lookTokens).map(([name, value]) => `--color-${name}:${value}`);
  const ground = findPatternGround(pattern);
  const rules = [
    // Weighs more than the rule of the stylesheet, which comes later
    ...(tokens.length > 0 ? [`html:root{${tokens.join(';')}}`] : []),
    ...(ground
      ? [
          `[data-band]${pattern === 'none' ? '{display:none}' : `{background:${ground}!important}`}`,
          `[data-cloth]{background:${ground}}[data-cloth=sand]{background:var(--color-sand)}[data-cloth]>*{display:none}`,
        ]
      : []),
    ...(!ground && !light && !isDefaultPair(colors)
      ? [
          `[data-band]{background-image:url(${makePatternPath(colors, 'band')})!important}`,
          `[data-band=hero]{background-image:url(${makePatternPath(colors, 'hero')})!important}`,
        ]
      : []),
  ];
  return rules.join('');
}

/** Colour of the bar of a phone's browser. */
export const chooseBrowserBar = (colors: Colors): string => (isDefaultPair(colors) ? paper : colors.main);
