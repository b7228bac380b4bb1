import { Selection } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables';
import { type Editor, Node } from '@tiptap/react';

const declareSpan = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => Number(cell.getAttribute(name)) || 1,
  renderHTML: ({ [name]: span }: Record<string, unknown>) => (span === 1 ? {} : { [name]: span }),
});

const declareCellAttributes = () => ({
  colspan: declareSpan('colspan'),
  rowspan: declareSpan('rowspan'),
  // Asked for by the library, never stored
  colwidth: { default: null, rendered: false },
});

const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  // Called for every node of the editor
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const { editor } = this;
    const goTo = (direction: 1 | -1) => goToNextCell(direction)(editor.state, editor.view.dispatch);
    return {
      // After the last cell a row begins
      Tab: () => goTo(1) || (runInTable(editor, 'addRow') && goTo(1)),
      'Shift-Tab': () => goTo(-1),
      // So that the keyboard gets out, and Tab leaves the editor again
      Escape: () => goBelowTable(editor),
    };
  },
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: declareCellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ ...declareCellAttributes(), scope: { default: null } }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

export const tableParts = [Table, TableRow, TableCell, TableHeader];

const changes = { addRow: addRowAfter, addColumn: addColumnAfter, deleteRow, deleteColumn, deleteTable };

export type TableChange = keyof typeof changes;

/** Returns false outside a table. */
export const runInTable = ({ state, view }: Editor, change: TableChange): boolean =>
  changes[change](state, view.dispatch);

/** Returns false outside a table. */
function goBelowTable(editor: Editor): boolean {
  const { doc, selection } = editor.state;
  if (!isInTable(editor.state)) return false;
  const below = selection.$from.after(1);
  if (below === doc.content.size) editor.commands.insertContentAt(below, { type: 'paragraph' });
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(below))).scrollIntoView());
  return true;
}

/** Three columns with a heading each, and two rows below. */
export function emptyTable() {
  const makeRow = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  return { type: 'table', content: [makeRow('tableHeader'), makeRow('tableCell'), makeRow('tableCell')] };
}

/** Moves the cursor into the first cell of the first table after this place. */
export function goToFirstCell({ commands, state: { doc } }: Editor, place: number): void {
  let words: number | undefined;
  doc.nodesBetween(Math.max(0, place - 1), doc.content.size, ({ type }, at) => {
    if (type.name === 'tableHeader') words ??= at + 2;
    return words === undefined;
  });
  if (words !== undefined) commands.setTextSelection(words);
}
