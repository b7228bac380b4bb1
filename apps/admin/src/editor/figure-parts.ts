import { Node } from '@tiptap/react';

/** A picture or a table with its caption. */
const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: '(image | table) figcaption?',
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
});

const CaptionNode = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
  addKeyboardShortcuts() {
    return {
      // A figure has one caption, so Enter continues below the figure
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== 'figcaption') return false;
        const positionBelowFigure = $from.after($from.depth - 1);
        return editor
          .chain()
          .insertContentAt(positionBelowFigure, { type: 'paragraph' })
          .setTextSelection(positionBelowFigure + 1)
          .run();
      },
    };
  },
});

export const figureNodes = [FigureNode, CaptionNode];

export const makeFigureContent = (src: string, alt: string, caption: string) => ({
  type: 'figure',
  content: [
    { type: 'image', attrs: { src, alt } },
    { type: 'figcaption', content: [{ type: 'text', text: caption }] },
  ],
});
