import { parseTextBlocks, printTextBlocks, type TextBlock } from '@institute/contract/text-blocks';
import { Slice } from '@tiptap/pm/model';
import { type Editor, type JSONContent, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { renameElement } from './rename-element.ts';
import type { TextFormat } from './text-format.ts';
import { makeLists } from './word-lists.ts';

/** A list item that may not hold another list, because the plain text cannot express one. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});

const markedTextExtensions = [
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
  ListItem,
];

const PARAGRAPH_END = '\n\n';
const readTextOfLines = ({ content = [] }: JSONContent): string =>
  content.map(({ text }) => text ?? '\n').join('');

const toParagraph = (text: string): JSONContent => ({
  type: 'paragraph',
  content: text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line ? [{ type: 'text', text: line }] : []),
    ]),
});

function toEditorNodes(block: TextBlock): JSONContent[] {
  if (block.kind === 'text') return block.text.split(PARAGRAPH_END).map(toParagraph);
  if (block.kind === 'heading')
    return [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: block.text }] }];
  const listItemNodes = block.items.map((item) => ({ type: 'listItem', content: [toParagraph(item)] }));
  return block.first === null
    ? [{ type: 'bulletList', content: listItemNodes }]
    : [{ type: 'orderedList', attrs: { start: block.first }, content: listItemNodes }];
}

/** Trims texts, and leaves out empty blocks and items. */
function toTextBlocks({ content = [] }: JSONContent): TextBlock[] {
  const textBlocks: TextBlock[] = [];
  let isAfterParagraph = false;
  for (const contentNode of content) {
    const lastBlock = textBlocks.at(-1);
    const isParagraph = contentNode.type === 'paragraph';
    if (isParagraph && isAfterParagraph && lastBlock?.kind === 'text')
      lastBlock.text += PARAGRAPH_END + readTextOfLines(contentNode);
    else if (isParagraph) textBlocks.push({ kind: 'text', text: readTextOfLines(contentNode) });
    else if (contentNode.type === 'heading')
      textBlocks.push({ kind: 'heading', text: readTextOfLines(contentNode).replace(/\s+/g, ' ').trim() });
    else textBlocks.push(toListBlock(contentNode));
    isAfterParagraph = isParagraph;
  }
  return textBlocks
    .map((block) =>
      block.kind === 'text' ? { ...block, text: block.text.replace(/^\s*\n|\s+$/g, '') } : block,
    )
    .filter((block) => (block.kind === 'list' ? block.items.length > 0 : block.text.trim()));
}

const toListBlock = ({ type, attrs, content = [] }: JSONContent): TextBlock => ({
  kind: 'list',
  first: type === 'orderedList' ? (attrs?.start ?? 1) : null,
  items: content
    .map(({ content: paragraphs = [] }) =>
      paragraphs
        .flatMap((paragraph) => readTextOfLines(paragraph).split('\n'))
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n'),
    )
    .filter(Boolean),
});

const toEditorDocument = (text: string): JSONContent => ({
  type: 'doc',
  content: text.trim() ? parseTextBlocks(text).flatMap(toEditorNodes) : [{ type: 'paragraph' }],
});

/** Bullets of WhatsApp and other programs that copy plain text. */
const TYPED_BULLET_PATTERN = /^[ \t]*[•‣▪◦●∙·][ \t]*(?=\S)/gm;

/** The format of the texts of `text-blocks.ts`: headings and lists only. */
export const markedTextFormat: TextFormat = {
  extensions: markedTextExtensions,
  rules: { enableInputRules: ['heading', 'bulletList', 'orderedList'], enablePasteRules: false },
  tools: ['Heading', 'Bullet list', 'Numbered list', 'Undo', 'Redo'],
  read: toEditorDocument,
  write: (editor: Editor) => printTextBlocks(toTextBlocks(editor.getJSON())),
  paste: {
    transformPastedHTML: (html) => {
      const pastedDocument = parseInertHtml(html);
      makeLists(pastedDocument);
      for (const headingElement of pastedDocument.querySelectorAll('h1, h3, h4, h5, h6, p.MsoTitle'))
        renameElement(headingElement, 'h2');
      return pastedDocument.body.innerHTML;
    },
    clipboardTextParser: (text, _, __, { state }) =>
      Slice.maxOpen(
        state.schema.nodeFromJSON(toEditorDocument(text.replace(TYPED_BULLET_PATTERN, '- '))).content,
      ),
  },
};
