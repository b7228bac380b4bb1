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

const declareSpanAttribute = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => Number(cell.getAttribute(name)) || 1,
  renderHTML: ({ [name]: span }: Record<string, unknown>) => (span === 1 ? {} : { [name]: span }),
});

const declareCellAttributes = () => ({
  colspan: declareSpanAttribute('colspan'),
  rowspan: declareSpanAttribute('rowspan'),
  // The table library requires this attribute. It is never stored
  colwidth: { default: null, rendered: false },
});

const tableRoles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const TableNode = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  // The library calls this for every node of the editor
  extendNodeSchema: ({ name }) => ({ tableRole: tableRoles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const { editor } = this;
    const moveCursorToCell = (direction: 1 | -1) =>
      goToNextCell(direction)(editor.state, editor.view.dispatch);
    return {
      // In the last cell, Tab adds a row
      Tab: () => moveCursorToCell(1) || (runTableCommand(editor, 'addRow') && moveCursorToCell(1)),
      'Shift-Tab': () => moveCursorToCell(-1),
      // Lets keyboard users out of the table, so that Tab can leave the editor again
      Escape: () => moveCursorBelowTable(editor),
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

export const tableNodes = [TableNode, TableRow, TableCell, TableHeader];

const tableCommands = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
};

export type TableCommandName = keyof typeof tableCommands;

/** Returns false outside a table. */
export const runTableCommand = ({ state, view }: Editor, change: TableCommandName): boolean =>
  tableCommands[change](state, view.dispatch);

/** Returns false outside a table. */
function moveCursorBelowTable(editor: Editor): boolean {
  const { doc, selection } = editor.state;
  if (!isInTable(editor.state)) return false;
  const positionBelowTable = selection.$from.after(1);
  if (positionBelowTable === doc.content.size)
    editor.commands.insertContentAt(positionBelowTable, { type: 'paragraph' });
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(positionBelowTable))).scrollIntoView());
  return true;
}

/** Three columns with a heading each, and two rows below. */
export function makeEmptyTable() {
  const makeRow = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  return { type: 'table', content: [makeRow('tableHeader'), makeRow('tableCell'), makeRow('tableCell')] };
}

/** Moves the cursor into the first cell of the first table after this place. */
export function moveCursorToFirstCell({ commands, state: { doc } }: Editor, place: number): void {
  let firstCellPosition: number | undefined;
  doc.nodesBetween(Math.max(0, place - 1), doc.content.size, ({ type }, at) => {
    if (type.name === 'tableHeader') firstCellPosition ??= at + 2;
    return firstCellPosition === undefined;
  });
  if (firstCellPosition !== undefined) commands.setTextSelection(firstCellPosition);
}
