import { DOMParser, DOMSerializer, type Schema } from '@tiptap/pm/model';
import { Node } from '@tiptap/react';
import { findLinkedPicture } from './picture-part.ts';

const FIXED_TAG = 'post-fixed';
const PREVIEW_LENGTH = 200;

/** HTML that the editor does not know. It stays as it is. */
export const Fixed = Node.create({
  name: 'fixed',
  group: 'block',
  atom: true,
  draggable: true,
  // Encoded, so that it has no signs that HTML writes otherwise
  addAttributes: () => ({ data: { default: '' } }),
  parseHTML: () => [{ tag: FIXED_TAG }],
  renderHTML: ({ HTMLAttributes }) => [FIXED_TAG, HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div');
      dom.className = 'rounded-small border border-line bg-sand p-4 text-base text-muted';
      const html = decodeURIComponent(node.attrs.data);
      const words = html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      dom.textContent = `Fixed part, which “Edit as HTML” changes. ${words.slice(0, PREVIEW_LENGTH)}`;
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

const BLOCK_TAG = /^(?:p|h[1-6]|ul|ol|blockquote|pre|hr|table|figure|img|iframe|div|post-.*)$/;

/** Puts a fixed part in the place of each block that the editor would change. */
export function fixUnknown(page: Document, schema: Schema): void {
  for (const line of page.querySelectorAll('pre br')) line.replaceWith('\n');
  for (const figure of page.querySelectorAll('figure')) addFigureCaption(figure);
  unwrapPictures(page);
  wrapLooseWords(page);
  for (const block of [...page.body.children]) if (!isKept(block, schema)) fixBlock(block);
}

/** Older WordPress and its import left the words of a caption loose after their picture. */
function addFigureCaption(figure: Element): void {
  const [image, ...words] = [...figure.childNodes].filter(
    (node) => node.textContent?.trim() || node instanceof Element,
  );
  const isWord = (node: ChildNode) =>
    !(node instanceof Element) || (MARK_TAG.test(node.localName) && !node.querySelector('img'));
  const isLoose = words.length > 0 && words.every(isWord);
  if (!(image instanceof Element) || !/^(?:img|a)$/.test(image.localName) || !isLoose) return;
  const caption = figure.ownerDocument.createElement('figcaption');
  caption.append(...words);
  figure.append(caption);
}

/** False for a block that the editor would change. */
export function isKept(block: Element, schema: Schema): boolean {
  const page = block.ownerDocument;
  const parsed = DOMParser.fromSchema(schema).parse(wrapAlone(block));
  const again = page.createElement('div');
  again.append(DOMSerializer.fromSchema(schema).serializeFragment(parsed.content, { document: page }));
  return describeBlock(again) === describeBlock(wrapAlone(block));
}

export function fixBlock(block: Element): void {
  const fixed = block.ownerDocument.createElement(FIXED_TAG);
  fixed.setAttribute('data', encodeURIComponent(block.outerHTML));
  block.replaceWith(fixed);
}

function wrapAlone(block: Element): Element {
  const alone = block.ownerDocument.createElement('div');
  alone.append(block.cloneNode(true));
  return alone;
}

/** A paragraph of a picture would leave an empty one before it. */
export function unwrapPictures(page: Document): void {
  for (const part of page.querySelectorAll(':not(li) > p > :only-child')) {
    const line = part.parentElement;
    if (!line?.textContent.trim() && (part.localName === 'img' || findLinkedPicture(part)))
      line?.replaceWith(part);
  }
}

function wrapLooseWords(page: Document): void {
  let line: Element | null = null;
  for (const node of [...page.body.childNodes]) {
    if (
      node instanceof Element
        ? BLOCK_TAG.test(node.localName) || findLinkedPicture(node)
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

const equalTags: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  'post-video': 'iframe',
};
/** Tags that the editor adds by itself, or that have no meaning. */
const SILENT_TAG = /^(?:p|div|span|tbody|thead|colgroup|col)$/;
const MARK_TAG = /^(?:a|strong|em|u|s|ins|code|sub|sup|mark|small|abbr)$/;
const NAMED_ATTRIBUTES = [
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

/** Blocks, words and their marks, in one spelling. Two texts that differ in it differ for readers. */
function describeBlock(root: Element): string {
  let text = '';
  let lastMarks = '';
  const addParts = (element: Element, marks: readonly string[]) => {
    for (const node of element.childNodes) {
      if (!(node instanceof Element)) {
        const words = node.nodeType === 3 ? (node.textContent ?? '').replace(/\s+/g, '') : '';
        if (!words) continue;
        const key = [...new Set(marks)].sort().join();
        if (key !== lastMarks) text += `{${key}}`;
        lastMarks = key;
        text += words;
        continue;
      }
      const name = equalTags[node.localName] ?? node.localName;
      const isLast = name === 'br' && !node.nextSibling;
      if (isLast) continue;
      if (SILENT_TAG.test(name) || (name === 'code' && element.localName === 'pre')) addParts(node, marks);
      else if (name === 'a' && !node.getAttribute('href')) addParts(node, marks);
      else if (MARK_TAG.test(name)) addParts(node, [...marks, name + describeAttributes(node)]);
      else {
        text += `<${name}${describeAttributes(node)} ${marks.filter((mark) => /^a/.test(mark)).join()}`;
        lastMarks = '';
        addParts(node, marks);
        text += '>';
        lastMarks = '';
      }
    }
  };
  addParts(root, []);
  return text;
}

const describeAttributes = (element: Element): string =>
  [...NAMED_ATTRIBUTES, ...(element.localName === 'abbr' ? ['title'] : [])]
    .map((name) => [name, element.getAttribute(name)])
    .filter(([name, value]) => value && !(/span$/.test(name ?? '') && value === '1'))
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');
