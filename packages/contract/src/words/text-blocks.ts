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
  /** `first` is the number of the first item. It is null in a list without numbers. */
  | { kind: 'list'; first: number | null; items: string[] };

const LINE_END_PATTERN = /\r\n?|\n/;
const HEADING_PATTERN = /^##\s+(\S.*)/su;
const ITEM_PATTERN = /^(?:-|([1-9]\d{0,2})\.)\s+(\S.*)/su;
const CONTINUED_ITEM_PATTERN = /^\s{2,}(\S.*)/su;

const readHeading = (line: string): string | undefined => HEADING_PATTERN.exec(line)?.[1]?.trimEnd();

function readItem(line: string): { number: number | null; text: string } | undefined {
  const [, number, text] = ITEM_PATTERN.exec(line) ?? [];
  return text === undefined ? undefined : { number: number ? Number(number) : null, text: text.trimEnd() };
}

/** Removes the marks of headings and turns "- " into "• ", for a place that shows plain text. The lines stay. */
export const removeBlockMarks = (text: string): string =>
  text
    .split(LINE_END_PATTERN)
    .map((line) => readHeading(line) ?? line.replace(/^-\s+(?=\S)/u, '• '))
    .join('\n');

/** Parses a text into blocks. No block is empty, and two text blocks never follow each other. */
export function parseTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let emptyLines = '';
  for (const line of text.split(LINE_END_PATTERN)) {
    if (!line.trim()) {
      emptyLines += '\n';
      continue;
    }
    const lastBlock = blocks.at(-1);
    const heading = readHeading(line);
    const listItem = readItem(line);
    const continuedItemText = emptyLines ? undefined : CONTINUED_ITEM_PATTERN.exec(line)?.[1]?.trimEnd();
    if (heading !== undefined) blocks.push({ kind: 'heading', text: heading });
    else if (listItem) {
      const isNextItemOfList =
        lastBlock?.kind === 'list' &&
        listItem.number === (lastBlock.first === null ? null : lastBlock.first + lastBlock.items.length);
      if (isNextItemOfList) lastBlock.items.push(listItem.text);
      else blocks.push({ kind: 'list', first: listItem.number, items: [listItem.text] });
    } else if (lastBlock?.kind === 'list' && continuedItemText !== undefined)
      lastBlock.items.push(`${lastBlock.items.pop()}\n${continuedItemText}`);
    else if (lastBlock?.kind === 'text') lastBlock.text += `\n${emptyLines}${line}`;
    else blocks.push({ kind: 'text', text: line });
    emptyLines = '';
  }
  return blocks;
}

/** Writes blocks as text. Words that begin with a mark are read as that mark when the text is parsed again. */
export const printTextBlocks = (blocks: readonly TextBlock[]): string =>
  blocks.map(printTextBlock).join('\n\n');

function printTextBlock(block: TextBlock): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'heading') return `## ${block.text}`;
  const { first, items } = block;
  return items
    .map((item, at) => `${first === null ? '-' : `${first + at}.`} ${item.replaceAll('\n', '\n  ')}`)
    .join('\n');
}
