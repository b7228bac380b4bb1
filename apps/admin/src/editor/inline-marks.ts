import { Mark } from '@tiptap/react';

/** Without buttons: texts of other sites and word processors have them, and they stay. */
const makeMark = (tag: string, attributes: readonly string[] = []) =>
  Mark.create({
    name: tag,
    addAttributes: () => Object.fromEntries(attributes.map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/** Unlike the mark of the starter kit it combines with other marks, as in bold words. */
const Code = makeMark('code').extend({
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
  Code,
];
