/** What keeps a figure from its target, by the name of the figure. Written down after profiles of what the time or the bytes go to. */
const limits: [RegExp, string][] = [];

/** The missed figures of a section with their limits, to stand below it. */
export const limitsOf = (missed: string[]): string =>
  missed.map((name) => `- Missed: ${name}. ${limitOf(name)}`).join('\n');

const limitOf = (name: string): string =>
  limits.find(([pattern]) => pattern.test(name))?.[1] ?? 'What limits it is not known yet.';
