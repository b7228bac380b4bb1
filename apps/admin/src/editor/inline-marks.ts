import { Mark } from '@tiptap/react';

/**
 * Marks without toolbar buttons. Pasted texts of other sites and word processors have them, and keep them.
 */
const makeMark = (tag: string, attributes: readonly string[] = []) =>
  Mark.create({
    name: tag,
    addAttributes: () => Object.fromEntries(attributes.map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/** Unlike the starter kit's code mark, this one combines with other marks, such as bold. */
const CodeMark = makeMark('code').extend({
  code: true,
  exitable: true,
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
});

export const inlineMarks = [
  makeMark('sub'),
  makeMark('sup'),
  makeMark('ins'),
  makeMark('mark'),
  makeMark('small'),
  makeMark('abbr', ['title']),
  CodeMark,
];
