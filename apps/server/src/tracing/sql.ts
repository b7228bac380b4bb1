/** Characters. Longer statements insert many rows and are not parsed. */
const MAX_READ = 100_000;
/**
 * The driver puts values into the text as literals, so literals and numbers are replaced. A statement with a
 * comment or a dollar quote does not match, and is not shown.
 */
const part =
  /(?<literal>[EeBbXx]?'[^'\\]*(?:(?:''|\\.)[^'\\]*)*')|"[^"]*"|[A-Za-z_][\w$]*|\$\d+|(?<number>\d[\w.]*)|\s+|-(?!-)|\/(?!\*)|[^\s\w"'$/-]/sy;

/** Undefined where not all values can be found for certain. */
export function withoutValues(statement: string): string | undefined {
  if (statement.length > MAX_READ) return undefined;
  let text = '';
  part.lastIndex = 0;
  while (part.lastIndex < statement.length) {
    const found = part.exec(statement);
    if (!found) return undefined;
    const { literal, number } = found.groups ?? {};
    // a backslash means something else in a plain literal than in an escaped one
    if (literal?.includes('\\') && !/^[Ee]/.test(literal)) return undefined;
    text += literal === undefined && number === undefined ? found[0] : '?';
  }
  return text
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?, …')
    .trim();
}

const NAME = '((?:"[a-z_]+"|[a-z_]+)(?:\\.(?:"[a-z_]+"|[a-z_]+))?)';
const write = new RegExp(`(?<!\\b(?:for|do) )\\b(insert|update|delete)(?: into| from)? ${NAME}`, 'i');
const read = new RegExp(`\\bfrom ${NAME}`, 'i');

export function summaryOf(text: string): { operation: string; table?: string | undefined } {
  const verb = /^[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY';
  const [, written, into] = (verb !== 'SELECT' && write.exec(text)) || [];
  const operation = written?.toUpperCase() ?? (verb === 'WITH' ? 'SELECT' : verb);
  const table = into ?? (operation === 'SELECT' ? read.exec(text)?.[1] : undefined);
  return { operation, table: table?.replaceAll('"', '') };
}
