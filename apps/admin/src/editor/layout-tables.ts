const BLOCK_SELECTOR = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, br, hr';

const MAX_LABEL_LENGTH = 80;
const SPACER_WIDTH = 40;

/**
 * Turns tables of one column, and tables that only place other tables, into lines. A caption moves above its
 * table, because the editor knows no captions inside tables.
 */
export function unwrapLayoutTables(page: Document): void {
  // Inner tables first
  for (const table of [...page.querySelectorAll('table')].reverse()) {
    const isInThisTable = (part: Element) => part.closest('table') === table;
    const captions = [...table.querySelectorAll('caption')].filter(isInThisTable);
    const rows = [...table.querySelectorAll('tr')].filter(isInThisTable);
    const isDataTable =
      isFormTable(rows) || rows.some((row) => listFilledCells([...row.children]).length > 1);
    if (!isDataTable || table.querySelector('table')) {
      table.replaceWith(...[...captions, ...rows].flatMap((row) => makeLineOfCells(row, page)));
      continue;
    }
    for (const caption of captions) {
      table.before(...makeLineOfCells(caption, page));
      caption.remove();
    }
    for (const row of rows) if (listFilledCells([...row.children]).length === 0) row.remove();
  }
}

/**
 * True for a table that is a form to fill in: short labels on one side, empty cells to write in on the other.
 */
function isFormTable(allRows: Element[]): boolean {
  const rows = allRows.map((row) => [...row.children]).filter((cells) => listFilledCells(cells).length > 0);
  const filledColumns = rows[0]?.length ?? 0;
  if (rows.length < 2 || filledColumns < 2 || rows[0]?.[0]?.closest('[role="presentation"], [role="none"]'))
    return false;
  const labelColumn = rows[0]?.findIndex((cell) => listFilledCells([cell]).length > 0);
  return rows.every(
    (cells) =>
      cells.length === filledColumns &&
      cells.every((cell, at) => {
        if (listFilledCells([cell]).length === 0) return !isNarrowCell(cell);
        const isLabelCell =
          cell.textContent.trim().length <= MAX_LABEL_LENGTH &&
          !cell.querySelector('img, table, ul, ol, p ~ p');
        return at === labelColumn && isLabelCell;
      }),
  );
}

/** True for a cell a few pixels wide, which only separates others. */
const isNarrowCell = (cell: Element): boolean =>
  Number.parseFloat(cell.getAttribute('width') ?? '') < SPACER_WIDTH &&
  !/%/.test(cell.getAttribute('width') ?? '');

const listFilledCells = (cells: Element[]): Element[] =>
  cells.filter((cell) => cell.textContent?.trim() || cell.querySelector('img'));

function makeLineOfCells(row: Element, page: Document): Node[] {
  const cells = row.localName === 'caption' ? [row] : [...row.children];
  const [first, ...others] = listFilledCells(cells);
  if (!first) return [];
  const lineElement = page.createElement(others.length > 0 ? 'p' : 'div');
  if (others.length === 0) {
    lineElement.append(...first.childNodes);
    return [lineElement];
  }
  lineElement.append(...unwrapBlocksInCell(first), /:\s*$/.test(first.textContent) ? ' ' : ': ');
  for (const [index, cell] of others.entries())
    lineElement.append(index ? ', ' : '', ...unwrapBlocksInCell(cell));
  return [lineElement];
}

/** Removes the blocks inside a cell, because a line may not hold blocks. A space separates their words. */
function unwrapBlocksInCell(cell: Element): Node[] {
  for (const block of [...cell.querySelectorAll(BLOCK_SELECTOR)].reverse()) {
    block.replaceWith(' ', ...block.childNodes, ' ');
  }
  trimTextAtCellEnds(cell);
  return [...cell.childNodes];
}

function trimTextAtCellEnds(cell: Element): void {
  const cellTextNodes = listTextNodes(cell);
  for (const textNode of cellTextNodes) {
    textNode.data = textNode.data.trimStart();
    if (textNode.data) break;
  }
  for (const textNode of cellTextNodes.reverse()) {
    textNode.data = textNode.data.trimEnd();
    if (textNode.data) break;
  }
}

const listTextNodes = (node: Node): Text[] =>
  node instanceof Text ? [node] : [...node.childNodes].flatMap(listTextNodes);
