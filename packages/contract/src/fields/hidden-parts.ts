import { makeSheetStyleFinder, readStyleProperties } from './styles.ts';

export interface HtmlPart<Node> {
  /** Name of the tag in small letters. Empty for a whole document. */
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  children: readonly Node[];
}

interface HiddenFindings<Node> {
  /** Parts that a reader does not see, with the remarks. */
  hidden: Node[];
  /** Number of the hidden parts that are remarks, such as comments of Word. */
  remarks: number;
  /** Parts that begin a line only because of their style. */
  lines: Node[];
}

interface StyledPart<Node> extends HtmlPart<Node> {
  style: ReadonlyMap<string, string>;
}

/** Values that the parts inside inherit, unless they have their own. */
interface InheritedStyle {
  isTiny: boolean;
  isInvisible: boolean;
  /** For each column of the table, whether it is hidden. */
  columns: readonly boolean[];
}

type ReadHtmlNode<Node> = (node: Node) => HtmlPart<Node> | string | undefined;

const REMARK_CLASS_PATTERN =
  /(?:^|\s)(?:MsoComment(?:Reference|Text|Subject)|msocom(?:txt|anchor|off)|annotation_style_by_filter)(?:\s|$)/i;
const REMARK_HREF_PATTERN = /^#(?:_msocom_|_msoanchor_|cmnt)/i;
/** Matches the link that leads from a remark back to its place. */
const BACK_LINK_HREF_PATTERN = /^#(?:_msoanchor_|cmnt_ref)/i;
const DELETED_CLASS_PATTERN = /(?:^|\s)(?:msoDel|TrackChangeTextDeletion)(?:\s|$)/i;
const MEDIA_TAG_PATTERN = /^(?:img|iframe|video|audio|object|embed|svg|hr|input)$/;
const MAX_TABLE_COLUMNS = 100;
/** In these parts of a table `height` is a minimum, so a height of 0 does not hide their content. */
const TABLE_PART_PATTERN = /^(?:table|thead|tbody|tfoot|tr|td|th|col|colgroup)$/;
const INLINE_PATTERN = /^(?:span|a|b|strong|i|em|u|s|sub|sup|code|mark|small|font|label|cite|abbr)$/;
const BLOCK_DISPLAY = /^(?:block|flex|grid|table|list-item|flow-root)$/;

/** True for a change that Word has tracked. False for words that the writer struck out or underlined. */
export const isTrackedChange = (attributes: HtmlPart<unknown>['attributes']): boolean =>
  /^mailto:/i.test(attributes.cite ?? '');

/**
 * Finds the parts of a document that a reader does not see. Works on any kind of tree, so that the browser and the
 * server can share it. `read` returns a string for a text, and undefined for a comment.
 */
export function findHiddenParts<Node>(root: Node, read: ReadHtmlNode<Node>): HiddenFindings<Node> {
  const hiddenFindings: HiddenFindings<Node> = { hidden: [], remarks: 0, lines: [] };
  let remarkTextCount = 0;
  const readNodeText = (node: Node): string => {
    const part = read(node);
    return typeof part === 'string' ? part : (part?.children.map(readNodeText).join('') ?? '');
  };
  const readStyleSheets = (node: Node): string => {
    const part = read(node);
    if (typeof part !== 'object') return '';
    return part.name === 'style' ? `${readNodeText(node)}\n` : part.children.map(readStyleSheets).join('');
  };
  const findSheetStyle = makeSheetStyleFinder(readStyleSheets(root));
  const styleByText = new Map<string, ReadonlyMap<string, string>>();
  const readMergedStyle = (part: HtmlPart<Node>): ReadonlyMap<string, string> => {
    const styleText = findSheetStyle(part) + (part.attributes.style ?? '');
    const mergedStyle = styleByText.get(styleText) ?? readStyleProperties(styleText);
    styleByText.set(styleText, mergedStyle);
    return mergedStyle;
  };

  /** Looks for hidden parts in a node. Returns true when a reader sees anything of the node. */
  const findHiddenPartsIn = (node: Node, above: InheritedStyle): boolean => {
    const part = read(node);
    if (part === undefined) return false;
    if (typeof part === 'string') {
      if (!part.trim()) return false;
      const isNodeSeen = !above.isTiny && !above.isInvisible;
      if (!isNodeSeen) hiddenFindings.hidden.push(node);
      return isNodeSeen;
    }
    if (/^(?:style|script)$/.test(part.name)) return false;
    const styledPart = { ...part, style: readMergedStyle(part) };
    if (isRemarkPart(styledPart) || startsWithBackLink(part, read)) {
      if (INLINE_PATTERN.test(part.name)) hiddenFindings.remarks += 1;
      else remarkTextCount = 1;
      hiddenFindings.hidden.push(node);
      return false;
    }
    if (isHiddenPart(styledPart)) {
      hiddenFindings.hidden.push(node);
      return false;
    }
    const hiddenColumns = part.name === 'table' ? readHiddenColumns(part, read) : above.columns;
    const styleForChildren = { ...readInheritedStyle(styledPart, above), columns: hiddenColumns };
    const hiddenCells = part.name === 'tr' ? listHiddenCells(part, hiddenColumns, read) : [];
    const hiddenCountBefore = hiddenFindings.hidden.length;
    let isPartSeen = MEDIA_TAG_PATTERN.test(part.name) && !styleForChildren.isInvisible;
    let flowOfPreviousChild: PartFlow;
    for (const childNode of part.children) {
      if (hiddenCells.includes(childNode)) hiddenFindings.hidden.push(childNode);
      else if (findHiddenPartsIn(childNode, styleForChildren)) isPartSeen = true;
      const childFlow =
        hiddenFindings.hidden.at(-1) === childNode ? 'none' : readPartFlow(read(childNode), readMergedStyle);
      if (childFlow === 'none') continue;
      if (flowOfPreviousChild && childFlow && (flowOfPreviousChild === 'block' || childFlow === 'block'))
        hiddenFindings.lines.push(childNode);
      flowOfPreviousChild = childFlow;
    }
    // A paragraph whose content is hidden becomes hidden itself, so that no empty one stays. A row keeps its cells.
    if (
      !isPartSeen &&
      part.name &&
      hiddenFindings.hidden.length > hiddenCountBefore &&
      !/^(?:html|body|td|th)$/.test(part.name)
    )
      hiddenFindings.hidden.splice(hiddenCountBefore, Number.POSITIVE_INFINITY, node);
    return isPartSeen;
  };
  findHiddenPartsIn(root, { isTiny: false, isInvisible: false, columns: [] });
  hiddenFindings.remarks = Math.max(hiddenFindings.remarks, remarkTextCount);
  return hiddenFindings;
}

/** How a part flows with its neighbours. Undefined for a line break, and for a tag that always is a block. */
type PartFlow = 'none' | 'inline' | 'block' | undefined;

function readPartFlow<Node>(
  part: HtmlPart<Node> | string | undefined,
  readAllStyle: (part: HtmlPart<Node>) => ReadonlyMap<string, string>,
): PartFlow {
  if (typeof part !== 'object') return part?.trim() ? 'inline' : 'none';
  if (!INLINE_PATTERN.test(part.name)) return undefined;
  return BLOCK_DISPLAY.test(readAllStyle(part).get('display') ?? '') ? 'block' : 'inline';
}

const isRemarkPart = ({ attributes, style }: StyledPart<unknown>): boolean =>
  /^comment/.test(style.get('mso-element') ?? style.get('mso-special-character') ?? '') ||
  REMARK_CLASS_PATTERN.test(attributes.class ?? '') ||
  REMARK_HREF_PATTERN.test(attributes.href ?? '');

/**
 * True when the part begins with a link back to the text. Remarks in Google Docs do, and so do those copied from Word
 * without their classes.
 */
function startsWithBackLink<Node>(
  { name, attributes, children }: HtmlPart<Node>,
  read: ReadHtmlNode<Node>,
): boolean {
  if (name === 'a') return BACK_LINK_HREF_PATTERN.test(attributes.href ?? '');
  if (/^(?:|html|body)$/.test(name)) return false;
  for (const child of children) {
    const part = read(child);
    if (typeof part === 'object' && (part.children.length > 0 || MEDIA_TAG_PATTERN.test(part.name)))
      return startsWithBackLink(part, read);
    if (typeof part === 'string' && part.trim()) return false;
  }
  return false;
}

function isHiddenPart({ name, attributes, style }: StyledPart<unknown>): boolean {
  const hasStyle = (property: string, value: RegExp) => value.test(style.get(property) ?? '');
  if (/^(?:|html|body)$/.test(name)) return false;
  return (
    attributes.hidden !== undefined ||
    name === 'template' ||
    (name === 'dialog' && attributes.open === undefined) ||
    // Google Docs shows as a picture whether a line is ticked off; that is no content
    (name === 'img' && attributes['aria-roledescription'] === 'checkbox') ||
    (name === 'del' && isTrackedChange(attributes)) ||
    style.has('mso-deleted-by') ||
    DELETED_CLASS_PATTERN.test(attributes.class ?? '') ||
    hasStyle('display', /^none$/) ||
    hasStyle('mso-hide', /^(?:all|screen)$/) ||
    hasStyle('content-visibility', /^hidden$/) ||
    hasStyle('opacity', /^0*\.?0+%?$/) ||
    hasStyle('transform', /\bscale\(0\)/) ||
    hasNoSize(name, attributes, style) ||
    (hasStyle('position', /^(?:absolute|fixed)$/) &&
      (hasStyle('clip', /^rect\(\s*[01](?:px)?(?:[,\s]+[01](?:px)?){3}/) ||
        ['left', 'top', 'right', 'bottom'].some((side) => isPlacedFarOutside(style, side)))) ||
    hasStyle('clip-path', /^(?:inset\((?:50|100)%|circle\(0)/) ||
    isPlacedFarOutside(style, 'text-indent')
  );
}

/** True when the part is placed further away than any screen is wide. */
const isPlacedFarOutside = (style: ReadonlyMap<string, string>, property: string): boolean =>
  /^-(?:[1-9]\d{3,}|[5-9]\d\d)(?:\.\d+)?(?:px|pt|em|rem)/.test(style.get(property) ?? '');

const readSizeNumber = (size: string | undefined): number =>
  /^\.?\d/.test(size ?? '') ? Number.parseFloat(size ?? '') : Number.NaN;

function hasNoSize(
  name: string,
  { height, width }: HtmlPart<unknown>['attributes'],
  style: ReadonlyMap<string, string>,
): boolean {
  if (
    MEDIA_TAG_PATTERN.test(name) &&
    name !== 'hr' &&
    (readSizeNumber(height) <= 1 || readSizeNumber(width) <= 1)
  )
    return true;
  if (name === 'tr' && readSizeNumber(height) === 0) return true;
  // Boxes of videos have no height of their own, only padding
  const hasPadding = [...style.keys()].some((property) => property.startsWith('padding'));
  if (TABLE_PART_PATTERN.test(name) || name === 'hr' || hasPadding) return false;
  const isOverflowCut = /^(?:hidden|clip)/.test(style.get('overflow') ?? '');
  const isAnySizeAtMost = (limit: number, ...properties: string[]) =>
    properties.some((property) => readSizeNumber(style.get(property)) <= limit);
  if (isAnySizeAtMost(0, 'height', 'max-height')) return !/^visible/.test(style.get('overflow') ?? '');
  return isOverflowCut && isAnySizeAtMost(1, 'height', 'max-height', 'width', 'max-width');
}

/** Finds which columns of a table are hidden. Excel hides a column only by its `col`. */
function readHiddenColumns<Node>({ children }: HtmlPart<Node>, read: ReadHtmlNode<Node>): boolean[] {
  return children.flatMap((child) => {
    const part = read(child);
    if (typeof part !== 'object') return [];
    if (part.name === 'colgroup') return readHiddenColumns(part, read);
    if (part.name !== 'col') return [];
    const isHiddenColumn = /^none$/.test(
      readStyleProperties(part.attributes.style ?? '').get('display') ?? '',
    );
    return Array<boolean>(readColumnSpan(part.attributes.span)).fill(isHiddenColumn);
  });
}

function listHiddenCells<Node>(
  { children }: HtmlPart<Node>,
  columns: readonly boolean[],
  read: ReadHtmlNode<Node>,
): Node[] {
  let columnIndex = 0;
  return children.filter((child) => {
    const part = read(child);
    if (typeof part !== 'object' || !/^t[dh]$/.test(part.name)) return false;
    const firstColumnOfCell = columnIndex;
    columnIndex += readColumnSpan(part.attributes.colspan);
    return columnIndex <= columns.length && columns.slice(firstColumnOfCell, columnIndex).every(Boolean);
  });
}

const readColumnSpan = (span: string | undefined): number =>
  Math.min(MAX_TABLE_COLUMNS, Math.max(1, Math.trunc(Number(span)) || 1));

function readInheritedStyle(
  { style }: StyledPart<unknown>,
  above: InheritedStyle,
): Pick<InheritedStyle, 'isTiny' | 'isInvisible'> {
  const fontSize = style.get('font-size') ?? /^\d\S*/.exec(style.get('font') ?? '')?.[0];
  const visibility = style.get('visibility');
  const isRelativeSize = /[%m]$/.test(fontSize ?? '');
  return {
    // A size that is relative to a tiny one is tiny too
    isTiny: fontSize === undefined || (isRelativeSize && above.isTiny) ? above.isTiny : isTinySize(fontSize),
    isInvisible: visibility === undefined ? above.isInvisible : /^(?:hidden|collapse)/.test(visibility),
  };
}

const isTinySize = (size: string): boolean => readSizeNumber(size) <= (/^[\d.]+p[xt]/.test(size) ? 1 : 0);
