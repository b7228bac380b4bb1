const MAX_NAMES = 20;

/**
 * The message of a query that found nothing or too much, without the HTML of the page, which buries it. It names
 * what has the role that was asked for. `screen.debug()` in the test prints the page.
 */
export function shortenQueryError(message: string): string {
  const [said = '', roles = ''] = message.split(/\n\nHere are the (?:accessible|available) roles:\n/);
  const [short = ''] = said.split('\n\nHere are the matching elements:');
  const [, asked] = /role "([\w-]+)"/.exec(said) ?? [];
  const part = roles.split(/^ {2}(?=[\w-]+:$)/m).find((text) => text.startsWith(`${asked}:`));
  if (!part) return short;
  const names = Array.from(part.matchAll(/^ {2}Name "(.*)":$/gm), ([, name]) => `“${name}”`);
  return `${short}\n\nThere ${names.length === 1 ? 'is' : 'are'}: ${names.slice(0, MAX_NAMES).join(', ')}`;
}
