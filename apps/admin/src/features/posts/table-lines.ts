const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, br, hr';

/**
 * The editor has no tables and would join the words of their cells. Each row becomes a line, "9:00: Welcome, hall".
 * A row with one filled cell keeps its parts: such tables only place what they hold.
 */
export function tablesToLines(page: Document): void {
  // Inner tables first
  for (const table of [...page.querySelectorAll('table')].reverse()) {
    const rows = [...table.querySelectorAll('caption, tr')];
    table.replaceWith(...rows.flatMap((row) => toLine(row, page)));
  }
}

function toLine(row: Element, page: Document): Node[] {
  const cells = row.localName === 'caption' ? [row] : [...row.children];
  const [first, ...others] = cells.filter((cell) => cell.textContent.trim() || cell.querySelector('img'));
  if (!first) return [];
  const line = page.createElement(others.length > 0 ? 'p' : 'div');
  if (others.length === 0) {
    line.append(...first.childNodes);
    return [line];
  }
  line.append(...inlineNodes(first), /:\s*$/.test(first.textContent) ? ' ' : ': ');
  for (const [index, cell] of others.entries()) line.append(index ? ', ' : '', ...inlineNodes(cell));
  return [line];
}

/** A line holds no blocks: a space keeps their words apart. */
function inlineNodes(cell: Element): Node[] {
  for (const block of [...cell.querySelectorAll(BLOCKS)].reverse()) {
    block.replaceWith(' ', ...block.childNodes, ' ');
  }
  trimEnds(cell);
  return [...cell.childNodes];
}

function trimEnds(cell: Element): void {
  const texts = textNodes(cell);
  for (const text of texts) {
    text.data = text.data.trimStart();
    if (text.data) break;
  }
  for (const text of texts.reverse()) {
    text.data = text.data.trimEnd();
    if (text.data) break;
  }
}

const textNodes = (node: Node): Text[] =>
  node instanceof Text ? [node] : [...node.childNodes].flatMap(textNodes);
