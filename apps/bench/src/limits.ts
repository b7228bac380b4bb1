/** What keeps a figure from its target, by the name of the figure. Written down after profiles of what the time or the bytes go to. */
const limits: [RegExp, string][] = [
  [
    /304$|^`GET \/`$/,
    "Node's own work for a request is most of it on both sides. The product also reads the headers and gives each answer an id. Its young generation has 4 MB, so that the process stays small: with 16 MB the same answers take 7 to 24 % less processor time.",
  ],
  [
    /^render of `\/` past the cache$/,
    'Two fifths of the processor time are the rendering of 80 kB of HTML by React, a fifth is the garbage collector, a tenth is Brotli.',
  ],
  [
    /^a change of content, then/,
    'Only pages that show the change are rendered, with 3 % of the processor time. Most of it goes to some fifty answers of the API, which are read from the database anew to see whether they are the same.',
  ],
];

/** The missed figures of a section with their limits, to stand below it. */
export const limitsOf = (missed: string[]): string =>
  missed.map((name) => `- Missed: ${name}. ${limitOf(name)}`).join('\n');

const limitOf = (name: string): string =>
  limits.find(([pattern]) => pattern.test(name))?.[1] ?? 'What limits it is not known yet.';
