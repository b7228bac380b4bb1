import { DOMParser, DOMSerializer, type Schema } from '@tiptap/pm/model';
import { Node } from '@tiptap/react';
import { findLinkedPicture } from './picture-part.ts';

const FIXED_TAG = 'post-fixed';
const PREVIEW_LENGTH = 200;

/** HTML that the editor does not know. It stays as it is. */
export const FixedPart = Node.create({
  name: 'fixed',
  group: 'block',
  atom: true,
  draggable: true,
  // The HTML is URL-encoded, so that writing it as an attribute does not change it
  addAttributes: () => ({ data: { default: '' } }),
  parseHTML: () => [{ tag: FIXED_TAG }],
  renderHTML: ({ HTMLAttributes }) => [FIXED_TAG, HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div');
      dom.className = 'rounded-small border border-line bg-sand p-4 text-base text-muted';
      const html = decodeURIComponent(node.attrs.data);
      const previewText = html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      dom.textContent = `Fixed part, which “Edit as HTML” changes. ${previewText.slice(0, PREVIEW_LENGTH)}`;
      return { dom };
    };
  },
});

export const restoreFixed = (html: string): string =>
  html.replace(new RegExp(`<${FIXED_TAG} data="([^"]*)"></${FIXED_TAG}>`, 'g'), (_, data: string) =>
    decodeURIComponent(data),
  );

export const replaceInFixed = (data: string, old: string, now: string): string =>
  encodeURIComponent(decodeURIComponent(data).replaceAll(old, now));

const STORED_BLOCK_TAG = /^(?:p|h[1-6]|ul|ol|blockquote|pre|hr|table|figure|img|iframe|div|post-.*)$/;

/** Puts a fixed part in the place of each block that the editor would change. */
export function fixUnknownBlocks(page: Document, schema: Schema): void {
  for (const lineBreak of page.querySelectorAll('pre br')) lineBreak.replaceWith('\n');
  for (const figure of page.querySelectorAll('figure')) addFigureCaption(figure);
  unwrapPictures(page);
  wrapLooseWords(page);
  for (const block of [...page.body.children]) if (!editorKeepsBlock(block, schema)) fixBlock(block);
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
  const caption = figure.ownerDocument.createElement('figcaption');
  caption.append(...words);
  figure.append(caption);
}

/** False for a block that the editor would change. */
export function editorKeepsBlock(block: Element, schema: Schema): boolean {
  const page = block.ownerDocument;
  const parsedBlock = DOMParser.fromSchema(schema).parse(wrapBlockAlone(block));
  const writtenAgain = page.createElement('div');
  writtenAgain.append(
    DOMSerializer.fromSchema(schema).serializeFragment(parsedBlock.content, { document: page }),
  );
  return describeBlock(writtenAgain) === describeBlock(wrapBlockAlone(block));
}

export function fixBlock(block: Element): void {
  const fixedElement = block.ownerDocument.createElement(FIXED_TAG);
  fixedElement.setAttribute('data', encodeURIComponent(block.outerHTML));
  block.replaceWith(fixedElement);
}

function wrapBlockAlone(block: Element): Element {
  const wrapper = block.ownerDocument.createElement('div');
  wrapper.append(block.cloneNode(true));
  return wrapper;
}

/**
 * Moves pictures out of their paragraphs. Otherwise the editor would leave an empty paragraph before each.
 */
export function unwrapPictures(page: Document): void {
  for (const pictureOrLink of page.querySelectorAll(':not(li) > p > :only-child')) {
    const line = pictureOrLink.parentElement;
    if (!line?.textContent.trim() && (pictureOrLink.localName === 'img' || findLinkedPicture(pictureOrLink)))
      line?.replaceWith(pictureOrLink);
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
  let text = '';
  let previousMarks = '';
  const addElementParts = (element: Element, marks: readonly string[]) => {
    for (const node of element.childNodes) {
      if (!(node instanceof Element)) {
        const words = node.nodeType === 3 ? (node.textContent ?? '').replace(/\s+/g, '') : '';
        if (!words) continue;
        const markKey = [...new Set(marks)].sort().join();
        if (markKey !== previousMarks) text += `{${markKey}}`;
        previousMarks = markKey;
        text += words;
        continue;
      }
      const name = equivalentTags[node.localName] ?? node.localName;
      const isTrailingBreak = name === 'br' && !node.nextSibling;
      if (isTrailingBreak) continue;
      if (IGNORED_TAG.test(name) || (name === 'code' && element.localName === 'pre'))
        addElementParts(node, marks);
      else if (name === 'a' && !node.getAttribute('href')) addElementParts(node, marks);
      else if (MARK_TAG.test(name)) addElementParts(node, [...marks, name + describeAttributes(node)]);
      else {
        text += `<${name}${describeAttributes(node)} ${marks.filter((mark) => /^a/.test(mark)).join()}`;
        previousMarks = '';
        addElementParts(node, marks);
        text += '>';
        previousMarks = '';
      }
    }
  };
  addElementParts(root, []);
  return text;
}

const describeAttributes = (element: Element): string =>
  [...COMPARED_ATTRIBUTES, ...(element.localName === 'abbr' ? ['title'] : [])]
    .map((name) => [name, element.getAttribute(name)])
    .filter(([name, value]) => value && !(/span$/.test(name ?? '') && value === '1'))
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');
