import { postHtmlRules } from '@institute/contract/post-html';
import { readVideoId, readVideoStart } from '@institute/contract/video';
import { DOMParser } from '@tiptap/pm/model';
import { Extension, getMarkType, getSchema, type JSONContent, markPasteRule, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { DocumentLinkNode } from './document-part.ts';
import { figureNodes } from './figure-parts.ts';
import { FixedPart, replaceBlocksWithFixedParts, restoreFixedParts } from './fixed-part.ts';
import { inlineMarks } from './inline-marks.ts';
import { PictureNode } from './picture-part.ts';
import { tableNodes } from './table-parts.ts';
import type { TextFormat } from './text-format.ts';

/** Replaces a video frame in the editor, so that no player is loaded. */
const VIDEO_STAND_IN_TAG = 'post-video';

const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, title: { default: 'Video' } }),
  parseHTML: () => [{ tag: 'iframe[src]' }, { tag: VIDEO_STAND_IN_TAG }],
  renderHTML: ({ HTMLAttributes }) => [VIDEO_STAND_IN_TAG, HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const videoElement = document.createElement('div');
      videoElement.className =
        'rounded-small border border-line bg-sand p-4 text-center text-base text-muted';
      videoElement.textContent = `▶ Video ${readVideoId(node.attrs.src) ?? node.attrs.src}`;
      return { dom: videoElement };
    };
  },
});

/**
 * Bold and italic as in chats, such as `*word*`. A mark has a letter inside and white space outside, so
 * `*165*3#` keeps its stars.
 */
const chatMarkPatterns = {
  bold: /(?:^|\s)\*(\p{L}(?:[^*\n]*\p{L})?)\*(?=\s|$)/gu,
  italic: /(?:^|\s)_(\p{L}(?:[^_\n]*\p{L})?)_(?=\s|$)/gu,
};

const ChatText = Extension.create({
  name: 'chatText',
  addPasteRules: () =>
    Object.entries(chatMarkPatterns).map(([mark, find]) =>
      markPasteRule({ find, type: getMarkType(mark, editorSchema) }),
    ),
});

/**
 * Only these input rules are on. Others would remove characters from a text, such as the stars of a USSD
 * code.
 */
export const typingRules = {
  enableInputRules: ['heading', 'bulletList', 'orderedList', 'link'],
  enablePasteRules: ['link', ChatText.name],
};

/** Lets a list item begin with a heading, a table or a picture, as on cards of page builders. */
const StarterExtensions = StarterKit.extend({
  addExtensions() {
    const starterExtensions = this.parent?.() ?? [];
    return starterExtensions.map((part) =>
      part instanceof Node && part.name === 'listItem' ? part.extend({ content: 'block+' }) : part,
    );
  },
});

/** The editor's extensions. What a stored post may contain is decided by the server's own list. */
export const editorExtensions = [
  StarterExtensions.configure({
    code: false,
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  PictureNode,
  VideoNode,
  DocumentLinkNode,
  ...inlineMarks,
  ...figureNodes,
  ...tableNodes,
  FixedPart,
  ChatText,
];

export function makeVideoNode(link: string) {
  const videoId = readVideoId(link);
  if (!videoId) return null;
  const startSecond = readVideoStart(link);
  const videoEmbedAddress = `https://${postHtmlRules.videoHosts[0]}/embed/${videoId}${startSecond ? `?start=${startSecond}` : ''}`;
  return { type: VideoNode.name, attrs: { src: videoEmbedAddress } };
}

/** Restores video frames and fixed parts, and removes images that are still being uploaded and empty lines at the end. */
export const toStoredHtml = (html: string): string =>
  restoreFixedParts(
    html
      .replaceAll(`<${VIDEO_STAND_IN_TAG} `, '<iframe allowfullscreen="" ')
      .replaceAll(`</${VIDEO_STAND_IN_TAG}>`, '</iframe>')
      .replace(/(?:<p><\/p>)+$/, ''),
  ).replace(/(?:<a [^>]*>)?<img [^>]*src="blob:[^>]*>(?:<\/a>)?/g, '');

const editorSchema = getSchema(editorExtensions);

export function parseStoredHtml(html: string): JSONContent {
  const storedDocument = parseInertHtml(html);
  replaceBlocksWithFixedParts(storedDocument, editorSchema);
  return DOMParser.fromSchema(editorSchema).parse(storedDocument.body).toJSON();
}

/** The HTML of posts and pages. */
export const postHtmlFormat: TextFormat = {
  extensions: editorExtensions,
  rules: typingRules,
  read: parseStoredHtml,
  write: (editor) => toStoredHtml(editor.getHTML()),
};
