import { parseTextBlocks, printTextBlocks, type TextBlock } from '@institute/contract/text-blocks';
import { Slice } from '@tiptap/pm/model';
import { type Editor, type JSONContent, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { renameElement } from './rename-element.ts';
import type { TextFormat } from './text-format.ts';
import { makeLists } from './word-lists.ts';

/** An item without further lists in it, which the marks cannot say. */
const Item = Node.create({
  name: 'listItem',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});

const extensions = [
  StarterKit.configure({
    blockquote: false,
    bold: false,
    code: false,
    codeBlock: false,
    heading: { levels: [2] },
    horizontalRule: false,
    italic: false,
    link: false,
    listItem: false,
    strike: false,
    underline: false,
  }),
  Item,
];

const PARAGRAPH_END = '\n\n';
const readLines = ({ content = [] }: JSONContent): string => content.map(({ text }) => text ?? '\n').join('');

const toParagraph = (text: string): JSONContent => ({
  type: 'paragraph',
  content: text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line ? [{ type: 'text', text: line }] : []),
    ]),
});

function toNodes(block: TextBlock): JSONContent[] {
  if (block.kind === 'text') return block.text.split(PARAGRAPH_END).map(toParagraph);
  if (block.kind === 'heading')
    return [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: block.text }] }];
  const content = block.items.map((item) => ({ type: 'listItem', content: [toParagraph(item)] }));
  return block.first === null
    ? [{ type: 'bulletList', content }]
    : [{ type: 'orderedList', attrs: { start: block.first }, content }];
}

/** Texts are trimmed, and what is empty is left out. */
function toBlocks({ content = [] }: JSONContent): TextBlock[] {
  const blocks: TextBlock[] = [];
  let isBelowText = false;
  for (const node of content) {
    const last = blocks.at(-1);
    const isText = node.type === 'paragraph';
    if (isText && isBelowText && last?.kind === 'text') last.text += PARAGRAPH_END + readLines(node);
    else if (isText) blocks.push({ kind: 'text', text: readLines(node) });
    else if (node.type === 'heading')
      blocks.push({ kind: 'heading', text: readLines(node).replace(/\s+/g, ' ').trim() });
    else blocks.push(toList(node));
    isBelowText = isText;
  }
  return blocks
    .map((block) =>
      block.kind === 'text' ? { ...block, text: block.text.replace(/^\s*\n|\s+$/g, '') } : block,
    )
    .filter((block) => (block.kind === 'list' ? block.items.length > 0 : block.text.trim()));
}

const toList = ({ type, attrs, content = [] }: JSONContent): TextBlock => ({
  kind: 'list',
  first: type === 'orderedList' ? (attrs?.start ?? 1) : null,
  items: content
    .map(({ content: paragraphs = [] }) =>
      paragraphs
        .flatMap((paragraph) => readLines(paragraph).split('\n'))
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n'),
    )
    .filter(Boolean),
});

const readMarked = (text: string): JSONContent => ({
  type: 'doc',
  content: text.trim() ? parseTextBlocks(text).flatMap(toNodes) : [{ type: 'paragraph' }],
});

/** Bullets of WhatsApp and other programs that copy plain text. */
const TYPED_BULLET = /^[ \t]*[•‣▪◦●∙·][ \t]*(?=\S)/gm;

/** The text of `text-blocks.ts`: headings and lists, and nothing else. */
export const markedText: TextFormat = {
  extensions,
  rules: { enableInputRules: ['heading', 'bulletList', 'orderedList'], enablePasteRules: false },
  tools: ['Heading', 'Bullet list', 'Numbered list', 'Undo', 'Redo'],
  read: readMarked,
  write: (editor: Editor) => printTextBlocks(toBlocks(editor.getJSON())),
  paste: {
    transformPastedHTML: (html) => {
      const page = parseInertHtml(html);
      makeLists(page);
      for (const line of page.querySelectorAll('h1, h3, h4, h5, h6, p.MsoTitle')) renameElement(line, 'h2');
      return page.body.innerHTML;
    },
    clipboardTextParser: (text, _, __, { state }) =>
      Slice.maxOpen(state.schema.nodeFromJSON(readMarked(text.replace(TYPED_BULLET, '- '))).content),
  },
};
