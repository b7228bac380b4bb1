import { readSheet, readStyle } from './styles.ts';

export interface Part<Node> {
  /** In small letters. Empty for a whole document. */
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  children: readonly Node[];
}

interface Findings<Node> {
  /** Parts that a reader does not see, and remarks. */
  hidden: Node[];
  /** Number of remarks among them, such as the comments of Word. */
  remarks: number;
  /** Each begins a line, though only its style says so. */
  lines: Node[];
}

interface Element<Node> extends Part<Node> {
  style: ReadonlyMap<string, string>;
}

/** What the parts inside take over, unless they say otherwise. */
interface Inherited {
  isTiny: boolean;
  isInvisible: boolean;
  /** Whether each column of the table is hidden. */
  columns: readonly boolean[];
}

type Read<Node> = (node: Node) => Part<Node> | string | undefined;

const REMARK_CLASS =
  /(?:^|\s)(?:MsoComment(?:Reference|Text|Subject)|msocom(?:txt|anchor|off)|annotation_style_by_filter)(?:\s|$)/i;
const REMARK_HREF = /^#(?:_msocom_|_msoanchor_|cmnt)/i;
/** Leads from a remark back to its words. */
const BACK_LINK = /^#(?:_msoanchor_|cmnt_ref)/i;
const DELETED_CLASS = /(?:^|\s)(?:msoDel|TrackChangeTextDeletion)(?:\s|$)/i;
const MEDIA = /^(?:img|iframe|video|audio|object|embed|svg|hr|input)$/;
const MOST_COLUMNS = 100;
/** For parts of a table `height` is a minimum, so a height of 0 does not hide their content. */
const TABLE_PART = /^(?:table|thead|tbody|tfoot|tr|td|th|col|colgroup)$/;
const INLINE = /^(?:span|a|b|strong|i|em|u|s|sub|sup|code|mark|small|font|label|cite|abbr)$/;
const BLOCK_DISPLAY = /^(?:block|flex|grid|table|list-item|flow-root)$/;

/** True for what Word writes when it tracks changes, and not for words that their writer struck or underlined. */
export const isTracked = (attributes: Part<unknown>['attributes']): boolean =>
  /^mailto:/i.test(attributes.cite ?? '');

/**
 * Works on any tree, so that the browser and the server share it. `read` returns a string for text, and undefined for a
 * comment.
 */
export function findHiddenParts<Node>(root: Node, read: Read<Node>): Findings<Node> {
  const found: Findings<Node> = { hidden: [], remarks: 0, lines: [] };
  let remarkTexts = 0;
  const readText = (node: Node): string => {
    const part = read(node);
    return typeof part === 'string' ? part : (part?.children.map(readText).join('') ?? '');
  };
  const readCss = (node: Node): string => {
    const part = read(node);
    if (typeof part !== 'object') return '';
    return part.name === 'style' ? `${readText(node)}\n` : part.children.map(readCss).join('');
  };
  const findStyle = readSheet(readCss(root));
  const styles = new Map<string, ReadonlyMap<string, string>>();
  const readAllStyle = (part: Part<Node>): ReadonlyMap<string, string> => {
    const text = findStyle(part) + (part.attributes.style ?? '');
    const style = styles.get(text) ?? readStyle(text);
    styles.set(text, style);
    return style;
  };

  /** Returns whether a reader sees something of it. */
  const look = (node: Node, above: Inherited): boolean => {
    const part = read(node);
    if (part === undefined) return false;
    if (typeof part === 'string') {
      if (!part.trim()) return false;
      const isSeen = !above.isTiny && !above.isInvisible;
      if (!isSeen) found.hidden.push(node);
      return isSeen;
    }
    if (/^(?:style|script)$/.test(part.name)) return false;
    const element = { ...part, style: readAllStyle(part) };
    if (isRemark(element) || startsWithBackLink(part, read)) {
      if (INLINE.test(part.name)) found.remarks += 1;
      else remarkTexts = 1;
      found.hidden.push(node);
      return false;
    }
    if (isHidden(element)) {
      found.hidden.push(node);
      return false;
    }
    const columns = part.name === 'table' ? readColumns(part, read) : above.columns;
    const own = { ...readInherited(element, above), columns };
    const hiddenCells = part.name === 'tr' ? listHiddenCells(part, columns, read) : [];
    const before = found.hidden.length;
    let isSeen = MEDIA.test(part.name) && !own.isInvisible;
    let last: Flow;
    for (const child of part.children) {
      if (hiddenCells.includes(child)) found.hidden.push(child);
      else if (look(child, own)) isSeen = true;
      const flow = found.hidden.at(-1) === child ? 'none' : readFlow(read(child), readAllStyle);
      if (flow === 'none') continue;
      if (last && flow && (last === 'block' || flow === 'block')) found.lines.push(child);
      last = flow;
    }
    // No empty paragraph stays of a hidden one. A row keeps its cells.
    if (!isSeen && part.name && found.hidden.length > before && !/^(?:html|body|td|th)$/.test(part.name))
      found.hidden.splice(before, Number.POSITIVE_INFINITY, node);
    return isSeen;
  };
  look(root, { isTiny: false, isInvisible: false, columns: [] });
  found.remarks = Math.max(found.remarks, remarkTexts);
  return found;
}

/** Undefined for a break and for what is a block by its name. */
type Flow = 'none' | 'inline' | 'block' | undefined;

function readFlow<Node>(
  part: Part<Node> | string | undefined,
  readAllStyle: (part: Part<Node>) => ReadonlyMap<string, string>,
): Flow {
  if (typeof part !== 'object') return part?.trim() ? 'inline' : 'none';
  if (!INLINE.test(part.name)) return undefined;
  return BLOCK_DISPLAY.test(readAllStyle(part).get('display') ?? '') ? 'block' : 'inline';
}

const isRemark = ({ attributes, style }: Element<unknown>): boolean =>
  /^comment/.test(style.get('mso-element') ?? style.get('mso-special-character') ?? '') ||
  REMARK_CLASS.test(attributes.class ?? '') ||
  REMARK_HREF.test(attributes.href ?? '');

/** Google Docs begins a remark with such a link, and so do copies of Word's that have lost their classes. */
function startsWithBackLink<Node>({ name, attributes, children }: Part<Node>, read: Read<Node>): boolean {
  if (name === 'a') return BACK_LINK.test(attributes.href ?? '');
  if (/^(?:|html|body)$/.test(name)) return false;
  for (const child of children) {
    const part = read(child);
    if (typeof part === 'object' && (part.children.length > 0 || MEDIA.test(part.name)))
      return startsWithBackLink(part, read);
    if (typeof part === 'string' && part.trim()) return false;
  }
  return false;
}

function isHidden({ name, attributes, style }: Element<unknown>): boolean {
  const hasStyle = (property: string, value: RegExp) => value.test(style.get(property) ?? '');
  if (/^(?:|html|body)$/.test(name)) return false;
  return (
    attributes.hidden !== undefined ||
    name === 'template' ||
    (name === 'dialog' && attributes.open === undefined) ||
    // Google Docs shows the state of a line as a picture
    (name === 'img' && attributes['aria-roledescription'] === 'checkbox') ||
    (name === 'del' && isTracked(attributes)) ||
    style.has('mso-deleted-by') ||
    DELETED_CLASS.test(attributes.class ?? '') ||
    hasStyle('display', /^none$/) ||
    hasStyle('mso-hide', /^(?:all|screen)$/) ||
    hasStyle('content-visibility', /^hidden$/) ||
    hasStyle('opacity', /^0*\.?0+%?$/) ||
    hasStyle('transform', /\bscale\(0\)/) ||
    hasNoRoom(name, attributes, style) ||
    (hasStyle('position', /^(?:absolute|fixed)$/) &&
      (hasStyle('clip', /^rect\(\s*[01](?:px)?(?:[,\s]+[01](?:px)?){3}/) ||
        ['left', 'top', 'right', 'bottom'].some((side) => isFarOff(style, side)))) ||
    hasStyle('clip-path', /^(?:inset\((?:50|100)%|circle\(0)/) ||
    isFarOff(style, 'text-indent')
  );
}

/** Further than any screen is wide. */
const isFarOff = (style: ReadonlyMap<string, string>, property: string): boolean =>
  /^-(?:[1-9]\d{3,}|[5-9]\d\d)(?:\.\d+)?(?:px|pt|em|rem)/.test(style.get(property) ?? '');

const readSize = (size: string | undefined): number =>
  /^\.?\d/.test(size ?? '') ? Number.parseFloat(size ?? '') : Number.NaN;

function hasNoRoom(
  name: string,
  { height, width }: Part<unknown>['attributes'],
  style: ReadonlyMap<string, string>,
): boolean {
  if (MEDIA.test(name) && name !== 'hr' && (readSize(height) <= 1 || readSize(width) <= 1)) return true;
  if (name === 'tr' && readSize(height) === 0) return true;
  // The box of a video is nothing but padding
  const isPadded = [...style.keys()].some((property) => property.startsWith('padding'));
  if (TABLE_PART.test(name) || name === 'hr' || isPadded) return false;
  const isCut = /^(?:hidden|clip)/.test(style.get('overflow') ?? '');
  const isBelow = (limit: number, ...properties: string[]) =>
    properties.some((property) => readSize(style.get(property)) <= limit);
  if (isBelow(0, 'height', 'max-height')) return !/^visible/.test(style.get('overflow') ?? '');
  return isCut && isBelow(1, 'height', 'max-height', 'width', 'max-width');
}

/** Excel hides a column by its `col` alone. */
function readColumns<Node>({ children }: Part<Node>, read: Read<Node>): boolean[] {
  return children.flatMap((child) => {
    const part = read(child);
    if (typeof part !== 'object') return [];
    if (part.name === 'colgroup') return readColumns(part, read);
    if (part.name !== 'col') return [];
    const isHiddenColumn = /^none$/.test(readStyle(part.attributes.style ?? '').get('display') ?? '');
    return Array<boolean>(readSpan(part.attributes.span)).fill(isHiddenColumn);
  });
}

function listHiddenCells<Node>(
  { children }: Part<Node>,
  columns: readonly boolean[],
  read: Read<Node>,
): Node[] {
  let at = 0;
  return children.filter((child) => {
    const part = read(child);
    if (typeof part !== 'object' || !/^t[dh]$/.test(part.name)) return false;
    const start = at;
    at += readSpan(part.attributes.colspan);
    return at <= columns.length && columns.slice(start, at).every(Boolean);
  });
}

const readSpan = (span: string | undefined): number =>
  Math.min(MOST_COLUMNS, Math.max(1, Math.trunc(Number(span)) || 1));

function readInherited(
  { style }: Element<unknown>,
  above: Inherited,
): Pick<Inherited, 'isTiny' | 'isInvisible'> {
  const size = style.get('font-size') ?? /^\d\S*/.exec(style.get('font') ?? '')?.[0];
  const visibility = style.get('visibility');
  const isRelative = /[%m]$/.test(size ?? '');
  return {
    // Half of nothing is nothing
    isTiny: size === undefined || (isRelative && above.isTiny) ? above.isTiny : isTinySize(size),
    isInvisible: visibility === undefined ? above.isInvisible : /^(?:hidden|collapse)/.test(visibility),
  };
}

const isTinySize = (size: string): boolean => readSize(size) <= (/^[\d.]+p[xt]/.test(size) ? 1 : 0);
