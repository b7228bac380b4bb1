/**
 * A text of several lines with two kinds of marks, each at the start of a line:
 *
 * - `## You will learn` is a heading.
 * - `- Cutting` is an item of a list, `1. Measure` one of a numbered list. Lines that are indented by two spaces or
 *   more go on with the item above them. Empty lines between items do not end their list.
 *
 * All other lines are words as they are, and keep their line breaks. No sign has a meaning within a line, and nothing
 * is HTML.
 */
export type TextBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  /** `first` is the number of the first item, null in a list without numbers. */
  | { kind: 'list'; first: number | null; items: string[] };

const LINE_END = /\r\n?|\n/;
const HEADING = /^##\s+(\S.*)/su;
const ITEM = /^(?:-|([1-9]\d{0,2})\.)\s+(\S.*)/su;
const CONTINUED = /^\s{2,}(\S.*)/su;

const readHeading = (line: string): string | undefined => HEADING.exec(line)?.[1]?.trimEnd();

function readItem(line: string): { number: number | null; text: string } | undefined {
  const [, number, text] = ITEM.exec(line) ?? [];
  return text === undefined ? undefined : { number: number ? Number(number) : null, text: text.trimEnd() };
}

/** The same lines as a reader sees them, for a place that shows plain text. */
export const removeMarks = (text: string): string =>
  text
    .split(LINE_END)
    .map((line) => readHeading(line) ?? line.replace(/^-\s+(?=\S)/u, '• '))
    .join('\n');

/** No block is empty, and no two texts follow each other. */
export function parseTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let emptyLines = '';
  for (const line of text.split(LINE_END)) {
    if (!line.trim()) {
      emptyLines += '\n';
      continue;
    }
    const last = blocks.at(-1);
    const heading = readHeading(line);
    const item = readItem(line);
    const continued = emptyLines ? undefined : CONTINUED.exec(line)?.[1]?.trimEnd();
    if (heading !== undefined) blocks.push({ kind: 'heading', text: heading });
    else if (item) {
      const isNext =
        last?.kind === 'list' &&
        item.number === (last.first === null ? null : last.first + last.items.length);
      if (isNext) last.items.push(item.text);
      else blocks.push({ kind: 'list', first: item.number, items: [item.text] });
    } else if (last?.kind === 'list' && continued !== undefined)
      last.items.push(`${last.items.pop()}\n${continued}`);
    else if (last?.kind === 'text') last.text += `\n${emptyLines}${line}`;
    else blocks.push({ kind: 'text', text: line });
    emptyLines = '';
  }
  return blocks;
}

/** Words that begin with a mark become what the mark says when they are parsed again. */
export const printTextBlocks = (blocks: readonly TextBlock[]): string => blocks.map(printBlock).join('\n\n');

function printBlock(block: TextBlock): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'heading') return `## ${block.text}`;
  const { first, items } = block;
  return items
    .map((item, at) => `${first === null ? '-' : `${first + at}.`} ${item.replaceAll('\n', '\n  ')}`)
    .join('\n');
}
