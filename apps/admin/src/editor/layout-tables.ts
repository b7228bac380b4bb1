const BLOCK_SELECTOR = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, br, hr';

const LABEL_LENGTH = 80;
const SPACER_WIDTH = 40;

/**
 * Tables of one column, and those that only place other tables, become lines. A caption is above its table, since the
 * editor knows none inside.
 */
export function unwrapLayoutTables(page: Document): void {
  // Inner tables first
  for (const table of [...page.querySelectorAll('table')].reverse()) {
    const isOwnPart = (part: Element) => part.closest('table') === table;
    const captions = [...table.querySelectorAll('caption')].filter(isOwnPart);
    const rows = [...table.querySelectorAll('tr')].filter(isOwnPart);
    const hasColumns = isForm(rows) || rows.some((row) => listFilled([...row.children]).length > 1);
    if (!hasColumns || table.querySelector('table')) {
      table.replaceWith(...[...captions, ...rows].flatMap((row) => toLine(row, page)));
      continue;
    }
    for (const caption of captions) {
      table.before(...toLine(caption, page));
      caption.remove();
    }
    for (const row of rows) if (listFilled([...row.children]).length === 0) row.remove();
  }
}

/** Short words on one side, and room to write on the other. */
function isForm(allRows: Element[]): boolean {
  const rows = allRows.map((row) => [...row.children]).filter((cells) => listFilled(cells).length > 0);
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows[0]?.[0]?.closest('[role="presentation"], [role="none"]'))
    return false;
  const side = rows[0]?.findIndex((cell) => listFilled([cell]).length > 0);
  return rows.every(
    (cells) =>
      cells.length === columns &&
      cells.every((cell, at) => {
        if (listFilled([cell]).length === 0) return !isNarrow(cell);
        const isLabel =
          cell.textContent.trim().length <= LABEL_LENGTH && !cell.querySelector('img, table, ul, ol, p ~ p');
        return at === side && isLabel;
      }),
  );
}

/** A column of a few pixels only keeps others apart. */
const isNarrow = (cell: Element): boolean =>
  Number.parseFloat(cell.getAttribute('width') ?? '') < SPACER_WIDTH &&
  !/%/.test(cell.getAttribute('width') ?? '');

const listFilled = (cells: Element[]): Element[] =>
  cells.filter((cell) => cell.textContent?.trim() || cell.querySelector('img'));

function toLine(row: Element, page: Document): Node[] {
  const cells = row.localName === 'caption' ? [row] : [...row.children];
  const [first, ...others] = listFilled(cells);
  if (!first) return [];
  const line = page.createElement(others.length > 0 ? 'p' : 'div');
  if (others.length === 0) {
    line.append(...first.childNodes);
    return [line];
  }
  line.append(...unwrapBlocks(first), /:\s*$/.test(first.textContent) ? ' ' : ': ');
  for (const [index, cell] of others.entries()) line.append(index ? ', ' : '', ...unwrapBlocks(cell));
  return [line];
}

/** A line holds no blocks: a space separates their words. */
function unwrapBlocks(cell: Element): Node[] {
  for (const block of [...cell.querySelectorAll(BLOCK_SELECTOR)].reverse()) {
    block.replaceWith(' ', ...block.childNodes, ' ');
  }
  trimEnds(cell);
  return [...cell.childNodes];
}

function trimEnds(cell: Element): void {
  const texts = listTextNodes(cell);
  for (const text of texts) {
    text.data = text.data.trimStart();
    if (text.data) break;
  }
  for (const text of texts.reverse()) {
    text.data = text.data.trimEnd();
    if (text.data) break;
  }
}

const listTextNodes = (node: Node): Text[] =>
  node instanceof Text ? [node] : [...node.childNodes].flatMap(listTextNodes);
