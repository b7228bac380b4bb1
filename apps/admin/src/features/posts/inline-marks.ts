import { Mark } from '@tiptap/react';

/** Without buttons: texts of other sites and word processors have them, and they stay. */
const makeMark = (tag: string, attributes: readonly string[] = []) =>
  Mark.create({
    name: tag,
    addAttributes: () => Object.fromEntries(attributes.map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

export const inlineMarks = [
  makeMark('sub'),
  makeMark('sup'),
  makeMark('mark'),
  makeMark('small'),
  makeMark('abbr', ['title']),
];
