import { postHtmlRules } from '@institute/contract/post-html';
import { readVideoId, readVideoStart } from '@institute/contract/video';
import { DOMParser } from '@tiptap/pm/model';
import { Extension, getMarkType, getSchema, type JSONContent, markPasteRule, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { DocumentPart } from './document-part.ts';
import { figureParts } from './figure-parts.ts';
import { Fixed, fixUnknown, restoreFixed } from './fixed-part.ts';
import { inlineMarks } from './inline-marks.ts';
import { PicturePart } from './picture-part.ts';
import { tableParts } from './table-parts.ts';
import type { TextFormat } from './text-format.ts';

/** Replaces a video frame in the editor, so that no player is loaded. */
const STAND_IN = 'post-video';

const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, title: { default: 'Video' } }),
  parseHTML: () => [{ tag: 'iframe[src]' }, { tag: STAND_IN }],
  renderHTML: ({ HTMLAttributes }) => [STAND_IN, HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div');
      dom.className = 'rounded-small border border-line bg-sand p-4 text-center text-base text-muted';
      dom.textContent = `▶ Video ${readVideoId(node.attrs.src) ?? node.attrs.src}`;
      return { dom };
    };
  },
});

/** Letters touch the marks on the inside and white space on the outside, so `*165*3#` keeps its stars. */
const chatMarks = {
  bold: /(?:^|\s)\*(\p{L}(?:[^*\n]*\p{L})?)\*(?=\s|$)/gu,
  italic: /(?:^|\s)_(\p{L}(?:[^_\n]*\p{L})?)_(?=\s|$)/gu,
};

const ChatText = Extension.create({
  name: 'chatText',
  addPasteRules: () =>
    Object.entries(chatMarks).map(([mark, find]) => markPasteRule({ find, type: getMarkType(mark, schema) })),
});

/** Other rules would take signs out of a text, such as the stars of a USSD code. */
export const textRules = {
  enableInputRules: ['heading', 'bulletList', 'orderedList', 'link'],
  enablePasteRules: ['link', ChatText.name],
};

/** An item may begin with a heading, a table or a picture, as on cards of page builders. */
const Kit = StarterKit.extend({
  addExtensions() {
    const parts = this.parent?.() ?? [];
    return parts.map((part) =>
      part instanceof Node && part.name === 'listItem' ? part.extend({ content: 'block+' }) : part,
    );
  },
});

/** The server sanitises a post with its own list. */
export const editorExtensions = [
  Kit.configure({
    code: false,
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  PicturePart,
  Video,
  DocumentPart,
  ...inlineMarks,
  ...figureParts,
  ...tableParts,
  Fixed,
  ChatText,
];

export function makeVideoNode(link: string) {
  const id = readVideoId(link);
  if (!id) return null;
  const start = readVideoStart(link);
  const src = `https://${postHtmlRules.videoHosts[0]}/embed/${id}${start ? `?start=${start}` : ''}`;
  return { type: Video.name, attrs: { src } };
}

/** Restores video frames and fixed parts, and removes images that are still being uploaded and empty lines at the end. */
export const toStoredHtml = (html: string): string =>
  restoreFixed(
    html
      .replaceAll(`<${STAND_IN} `, '<iframe allowfullscreen="" ')
      .replaceAll(`</${STAND_IN}>`, '</iframe>')
      .replace(/(?:<p><\/p>)+$/, ''),
  ).replace(/(?:<a [^>]*>)?<img [^>]*src="blob:[^>]*>(?:<\/a>)?/g, '');

const schema = getSchema(editorExtensions);

export function readParts(html: string): JSONContent {
  const page = parseInertHtml(html);
  fixUnknown(page, schema);
  return DOMParser.fromSchema(schema).parse(page.body).toJSON();
}

/** The HTML of posts and pages. */
export const postHtml: TextFormat = {
  extensions: editorExtensions,
  rules: textRules,
  read: readParts,
  write: (editor) => toStoredHtml(editor.getHTML()),
};
