import { DOMParser, DOMSerializer, type Schema } from '@tiptap/pm/model';
import { Node } from '@tiptap/react';
import { findLinkedPicture } from './picture-part.ts';

const FIXED_PART_TAG = 'post-fixed';
const PREVIEW_LENGTH = 200;

/** HTML that the editor does not know. It stays as it is. */
export const FixedPart = Node.create({
  name: 'fixed',
  group: 'block',
  atom: true,
  draggable: true,
  // The HTML is URL-encoded, so that writing it as an attribute does not change it
  addAttributes: () => ({ data: { default: '' } }),
  parseHTML: () => [{ tag: FIXED_PART_TAG }],
  renderHTML: ({ HTMLAttributes }) => [FIXED_PART_TAG, HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const previewElement = document.createElement('div');
      previewElement.className = 'rounded-small border border-line bg-sand p-4 text-base text-muted';
      const fixedHtml = decodeURIComponent(node.attrs.data);
      const previewText = fixedHtml
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      previewElement.textContent = `Fixed part, which “Edit as HTML” changes. ${previewText.slice(0, PREVIEW_LENGTH)}`;
      return { dom: previewElement };
    };
  },
});

export const restoreFixedParts = (html: string): string =>
  html.replace(new RegExp(`<${FIXED_PART_TAG} data="([^"]*)"></${FIXED_PART_TAG}>`, 'g'), (_, data: string) =>
    decodeURIComponent(data),
  );

export const replaceInFixedHtml = (data: string, old: string, now: string): string =>
  encodeURIComponent(decodeURIComponent(data).replaceAll(old, now));

const STORED_BLOCK_TAG = /^(?:p|h[1-6]|ul|ol|blockquote|pre|hr|table|figure|img|iframe|div|post-.*)$/;

/** Puts a fixed part in the place of each block that the editor would change. */
export function replaceBlocksWithFixedParts(page: Document, schema: Schema): void {
  for (const lineBreak of page.querySelectorAll('pre br')) lineBreak.replaceWith('\n');
  for (const figure of page.querySelectorAll('figure')) addFigureCaption(figure);
  movePicturesOutOfParagraphs(page);
  wrapLooseWords(page);
  for (const block of [...page.body.children])
    if (!editorKeepsBlock(block, schema)) replaceWithFixedPart(block);
}

/**
 * Older WordPress versions and their import left the words of a caption directly after the picture, without
 * an element.
 */
function addFigureCaption(figure: Element): void {
  const [image, ...words] = [...figure.childNodes].filter(
    (node) => node.textContent?.trim() || node instanceof Element,
  );
  const isInlineNode = (node: ChildNode) =>
    !(node instanceof Element) || (MARK_TAG.test(node.localName) && !node.querySelector('img'));
  const hasInlineNodesOnly = words.length > 0 && words.every(isInlineNode);
  if (!(image instanceof Element) || !/^(?:img|a)$/.test(image.localName) || !hasInlineNodesOnly) return;
  const captionElement = figure.ownerDocument.createElement('figcaption');
  captionElement.append(...words);
  figure.append(captionElement);
}

/** False for a block that the editor would change. */
export function editorKeepsBlock(block: Element, schema: Schema): boolean {
  const blockDocument = block.ownerDocument;
  const parsedBlock = DOMParser.fromSchema(schema).parse(copyBlockIntoDiv(block));
  const rewrittenBlock = blockDocument.createElement('div');
  rewrittenBlock.append(
    DOMSerializer.fromSchema(schema).serializeFragment(parsedBlock.content, { document: blockDocument }),
  );
  return describeBlock(rewrittenBlock) === describeBlock(copyBlockIntoDiv(block));
}

export function replaceWithFixedPart(block: Element): void {
  const fixedElement = block.ownerDocument.createElement(FIXED_PART_TAG);
  fixedElement.setAttribute('data', encodeURIComponent(block.outerHTML));
  block.replaceWith(fixedElement);
}

function copyBlockIntoDiv(block: Element): Element {
  const wrapper = block.ownerDocument.createElement('div');
  wrapper.append(block.cloneNode(true));
  return wrapper;
}

/**
 * Moves pictures out of their paragraphs. Otherwise the editor would leave an empty paragraph before each.
 */
export function movePicturesOutOfParagraphs(page: Document): void {
  for (const pictureOrLink of page.querySelectorAll(':not(li) > p > :only-child')) {
    const pictureParagraph = pictureOrLink.parentElement;
    if (
      !pictureParagraph?.textContent.trim() &&
      (pictureOrLink.localName === 'img' || findLinkedPicture(pictureOrLink))
    )
      pictureParagraph?.replaceWith(pictureOrLink);
  }
}

function wrapLooseWords(page: Document): void {
  let line: Element | null = null;
  for (const node of [...page.body.childNodes]) {
    if (
      node instanceof Element
        ? STORED_BLOCK_TAG.test(node.localName) || findLinkedPicture(node)
        : !line && !node.textContent?.trim()
    ) {
      line = null;
      continue;
    }
    if (!line) {
      line = page.createElement('p');
      node.before(line);
    }
    line.append(node);
  }
}

const equivalentTags: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  'post-video': 'iframe',
};
/** Tags that the comparison ignores: the editor adds them itself, or they have no meaning. */
const IGNORED_TAG = /^(?:p|div|span|tbody|thead|colgroup|col)$/;
const MARK_TAG = /^(?:a|strong|em|u|s|ins|code|sub|sup|mark|small|abbr)$/;
const COMPARED_ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
  'type',
  'scope',
];

/**
 * Writes blocks, words and marks in one normal form. When the forms of two texts differ, readers see a
 * difference.
 */
function describeBlock(root: Element): string {
  let blockDescription = '';
  let previousMarks = '';
  const addElementDescription = (element: Element, marks: readonly string[]) => {
    for (const node of element.childNodes) {
      if (!(node instanceof Element)) {
        const textWithoutSpace = node.nodeType === 3 ? (node.textContent ?? '').replace(/\s+/g, '') : '';
        if (!textWithoutSpace) continue;
        const joinedMarks = [...new Set(marks)].sort().join();
        if (joinedMarks !== previousMarks) blockDescription += `{${joinedMarks}}`;
        previousMarks = joinedMarks;
        blockDescription += textWithoutSpace;
        continue;
      }
      const comparedTagName = equivalentTags[node.localName] ?? node.localName;
      const isTrailingBreak = comparedTagName === 'br' && !node.nextSibling;
      if (isTrailingBreak) continue;
      if (IGNORED_TAG.test(comparedTagName) || (comparedTagName === 'code' && element.localName === 'pre'))
        addElementDescription(node, marks);
      else if (comparedTagName === 'a' && !node.getAttribute('href')) addElementDescription(node, marks);
      else if (MARK_TAG.test(comparedTagName))
        addElementDescription(node, [...marks, comparedTagName + describeAttributes(node)]);
      else {
        blockDescription += `<${comparedTagName}${describeAttributes(node)} ${marks.filter((mark) => /^a/.test(mark)).join()}`;
        previousMarks = '';
        addElementDescription(node, marks);
        blockDescription += '>';
        previousMarks = '';
      }
    }
  };
  addElementDescription(root, []);
  return blockDescription;
}

const describeAttributes = (element: Element): string =>
  [...COMPARED_ATTRIBUTES, ...(element.localName === 'abbr' ? ['title'] : [])]
    .map((name) => [name, element.getAttribute(name)])
    .filter(([name, value]) => value && !(/span$/.test(name ?? '') && value === '1'))
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');
