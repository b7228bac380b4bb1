import { fieldLimits } from '@institute/contract/fields.constants';
import { readLinkAim } from '@institute/contract/link-aim';
import { postHtmlRules } from '@institute/contract/post-html';
import { readVideoId } from '@institute/contract/video';
import { parseAddress } from '@institute/contract/web-address';
import sanitize from 'sanitize-html';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { removeHiddenParts, wordChangeTransforms } from '../../platform/content/post-html.ts';
import { removeEmptyBlocks } from './empty-blocks.ts';
import { isImportableFile, isLinkableFile, isPictureFile } from './import-file-kind.ts';
import { isAddressOfSite, listAddressVariants } from './old-site.ts';
import { type EmbedContext, makeEmbeds, readAttributes } from './wordpress-embeds.ts';

export interface Attachment {
  id: string;
  url: string;
  alt: string;
}

interface TextContext extends EmbedContext {
  attachments: ReadonlyMap<string, Pick<Attachment, 'url' | 'alt'>>;
  /** Returns the pictures that were uploaded for an item, in their order. The default is the item itself. */
  listChildren(id?: string): readonly Attachment[];
  /** Addresses of documents, and of pictures in their original size. */
  originals: ReadonlySet<string>;
}

type EmbedWriter = ReturnType<typeof makeEmbeds>;

const BOX_TAGS =
  'address article aside caption center dd details div dl dt fieldset footer form header main nav section summary';
const boxTags = new RegExp(`</?(?:${BOX_TAGS.replaceAll(' ', '|')})>`, 'g');
const BLOCK_TAGS = 'h[2-4]|p|hr|ul|ol|li|blockquote|pre|figure|figcaption|iframe|table|thead|tbody|tr|th|td';
const blockTagPattern = new RegExp(`(</?(?:${BLOCK_TAGS})(?:\\s[^>]*)?/?>)`);
const droppedTags = 'script style form video audio object embed canvas svg textarea'.split(' ');

/** Converts the text of a WordPress item to the HTML of posts, and lists the addresses of its pictures. */
export function cleanText(raw: string, place: TextContext): { html: string; pictures: string[] } {
  const pictureAddresses = new Set<string>();
  const linkedFiles = new Set<string>();
  for (const [, name] of raw.matchAll(/<!--\s*wp:([\w/-]+)\s[^<>]*\/-->/g)) place.note(`Block ${name}`);
  const embedWriter = makeEmbeds(raw, place);
  const expandedHtml = embedWriter.showTags(
    expandShortcodes(removeHiddenBlocks(raw, place), place, embedWriter),
  );
  const sanitizedHtml = sanitize(embedAddresses(expandedHtml, embedWriter), {
    allowedTags: [...postHtmlRules.tags, ...BOX_TAGS.split(' ')],
    allowedAttributes: { ...postHtmlRules.attributes, img: ['src', 'alt'] },
    allowedSchemes: postHtmlRules.linkSchemes,
    allowedSchemesByTag: { img: postHtmlRules.imageSchemes, iframe: ['https'] },
    allowedIframeHostnames: postHtmlRules.videoHosts,
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'svg'],
    onOpenTag: (name) => {
      if (droppedTags.includes(name)) place.note(`<${name}>`);
    },
    transformTags: {
      ...galleryTags,
      ...wordChangeTransforms,
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      img: (tagName, attribs) => ({
        tagName,
        attribs: { src: findPicture(attribs, place), alt: attribs.alt ?? '' },
      }),
      a: (tagName, attribs) => writeLinkTag(tagName, attribs, { ...place, linked: linkedFiles }),
      iframe: (tagName, attribs) => {
        const frameHost = parseAddress(attribs.src?.replace(/^\/\//, 'https://') ?? '')?.hostname ?? '';
        if (!postHtmlRules.videoHosts.includes(frameHost)) place.note('Frames of the old site');
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag === 'img' && attribs.src) pictureAddresses.add(attribs.src);
      return (tag === 'iframe' || tag === 'img') && !attribs.src;
    },
  });
  const unlinkedHtml = sanitizedHtml.replace(ownPictureLinkPattern, (whole, href: string, shown: string) =>
    isPictureFile(decodeHref(href)) ? shown : whole,
  );
  for (const [, href = ''] of unlinkedHtml.matchAll(linkAddressPattern))
    if (linkedFiles.has(decodeHref(href))) pictureAddresses.add(decodeHref(href));
  return {
    html: addParagraphs(unlinkedHtml.replace(boxTags, '\n\n').replaceAll('</a><a ', '</a> <a ')),
    pictures: [...pictureAddresses],
  };
}

/** Matches blocks that their writer has hidden, and rows and sections that are switched off in page builders. */
const hiddenBlockPattern =
  /<!-- wp:([\w/-]+) \{[^<>]*"blockVisibility":false[^<>]*\} -->.*?<!-- \/wp:\1 -->|\[(\w+)\s[^[\]]*\b(?:disable_element="yes"|disabled="on")[^[\]]*\].*?\[\/\2\]/gs;

function removeHiddenBlocks(raw: string, { note }: TextContext): string {
  const noteHiddenPart = () => note('Hidden parts and remarks');
  const visibleHtml = raw.replace(hiddenBlockPattern, () => {
    noteHiddenPart();
    return '';
  });
  return removeHiddenParts(visibleHtml, noteHiddenPart);
}

function findPicture(attribs: sanitize.Attributes, { base, originals, note }: TextContext): string {
  const { src = '', 'data-src': lazy, 'data-lazy-src': lazier } = attribs;
  const sourceAddress = /^(?:data:|$)/.test(src) ? (lazy ?? lazier ?? '') : src;
  const url = sourceAddress ? parseAddress(sourceAddress, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > fieldLimits.url) {
    note('Pictures inside the text');
    return '';
  }
  return findOriginalAddress(url.href, originals);
}

function findOriginalAddress(address: string, originals: TextContext['originals']): string {
  const fullAddress = address.replace(/-\d{2,4}x\d{2,4}(?=\.\w{3,4}$)/, '');
  return [fullAddress, ...listAddressVariants(fullAddress)].find((one) => originals.has(one)) ?? address;
}

const makeTagRenamer =
  (classes: RegExp, other: string) => (tagName: string, attribs: sanitize.Attributes) => ({
    tagName: classes.test(attribs.class ?? '') ? other : tagName,
    attribs,
  });

/** The editor has no galleries and pull quotes: they become boxes, so that their parts stay as single blocks. */
const galleryTags = {
  figure: makeTagRenamer(/\bwp-block-(?:gallery|pullquote)\b/, 'div'),
  ul: makeTagRenamer(/\b(?:wp-block-gallery|blocks-gallery-grid)\b/, 'div'),
  li: makeTagRenamer(/\bblocks-gallery-item\b/, 'div'),
  figcaption: makeTagRenamer(/\bblocks-gallery-caption\b/, 'p'),
};

/** A picture inside a link to its own file. */
const ownPictureLinkPattern = /<a [^>]*?href="([^"]*)"[^>]*>(\s*<img [^>]*>\s*)<\/a>/g;
const linkAddressPattern = /<a [^>]*?href="([^"]*)"/g;
const decodeHref = (href: string): string => href.replaceAll('&amp;', '&');

/**
 * Links within the old site become paths, which redirects can follow. Links to files keep the full address until the
 * files are stored.
 */
function writeLinkTag(
  tagName: string,
  attribs: sanitize.Attributes,
  { base, originals, note, linked }: TextContext & { linked: Set<string> },
): sanitize.Tag {
  const linkAim = readLinkAim(attribs.href ?? '') ?? '';
  const url = /^(?:\/|https?:)/i.test(linkAim) ? parseAddress(linkAim, base) : undefined;
  if (!url || url.href.length > fieldLimits.url) return { tagName, attribs };
  const fileAddress = findOriginalAddress(url.href, originals);
  const isOwnAddress = isAddressOfSite(url, base);
  const isContentFile = isOwnAddress && url.pathname.includes('/wp-content/');
  if (originals.has(fileAddress) || (isContentFile && isImportableFile(fileAddress))) {
    linked.add(fileAddress);
    const documentMark = attribs['data-document'];
    return {
      tagName,
      attribs: { href: fileAddress, ...(documentMark !== undefined && { 'data-document': documentMark }) },
    };
  }
  if (isContentFile) note('Files that stay on the old site');
  else if (isOwnAddress) return { tagName, attribs: { href: url.pathname + url.search + url.hash } };
  return { tagName, attribs };
}

/** An address that stands alone on a line becomes a video or a link. */
const embedAddresses = (html: string, embeds: EmbedWriter): string =>
  html.replace(/^[ \t]*(https?:\/\/[^\s<>"']{1,500})[ \t]*$/gm, (line, address: string) => {
    const id = readVideoId(address);
    if (id) return `<iframe src="https://www.youtube-nocookie.com/embed/${id}"></iframe>`;
    const url = isLinkableFile(address) ? parseAddress(address) : undefined;
    const linkHtml = url ? embeds.showFile(url) : `<a href="${address}">${address}</a>`;
    return `${line.replace(address, () => linkHtml)}\n`;
  });

/** The lookbehind makes the pattern try a row of spaces once, not from each of its spaces. */
const lineEndPattern = /(?:<br \/>)?(?<![ \t])[ \t]*\n/g;

/** Outside of block elements WordPress shows a blank line as a new paragraph, so `<p>` tags are added. */
function addParagraphs(html: string): string {
  let finishedHtml = '';
  let textOutsideBlocks = '';
  let blockDepth = 0;
  const closeParagraphs = () => {
    const paragraphTexts = textOutsideBlocks.split(/\n\s*\n/).map((part) => part.trim());
    for (const paragraphText of paragraphTexts.filter(Boolean))
      finishedHtml += `<p>${paragraphText.replace(lineEndPattern, '<br />')}</p>`;
    textOutsideBlocks = '';
  };
  for (const part of html.split(blockTagPattern)) {
    if (blockTagPattern.test(part)) {
      if (blockDepth === 0) closeParagraphs();
      finishedHtml += part;
      if (part.startsWith('</')) blockDepth = Math.max(0, blockDepth - 1);
      else if (!part.endsWith('/>')) blockDepth += 1;
    } else if (blockDepth === 0) textOutsideBlocks += part;
    else finishedHtml += part;
  }
  closeParagraphs();
  return removeEmptyBlocks(finishedHtml);
}

const shortcodePattern = /\[(\[?)(\/?)([a-z][\w-]{1,60})((?:\s[^[\]]{0,5000})?)\](\]?)/gi;
const bareShortcodePattern = /^(?:gallery|audio|video|playlist)$/;
/** Matches shortcodes that contain code or encoded text. */
const codeBlockPattern = /\[(vc_raw_html|vc_raw_js|et_pb_code|code_block)\b[^\]]{0,5000}\][^[]*\[\/\1\]/gi;

const splitIds = (ids = ''): string[] => ids.split(/[\s,]+/).filter(Boolean);

/** Prefixes of page builders. Their shortcodes have the shown words as attributes. */
const builderPrefixPattern = /^(?:vc|et_pb|fusion|av|kc|us|mk|nectar|qode|eltd|dt|ult)_/;
const lineStartPattern = /(?:^|[\n>])[ \t]*$/;

/** `[testimonials]` alone on a line is a shortcode. In "He wrote [sic]" it is text. */
const isOnOwnLine = (html: string, start: number, end: number): boolean =>
  lineStartPattern.test(html.slice(Math.max(0, start - 20), start)) &&
  /^[ \t]*(?:$|[\r\n<])/.test(html.slice(end, end + 20));

/**
 * Replaces the shortcodes of pictures and page builders by their content. Of other shortcodes only the enclosed text
 * stays.
 */
function expandShortcodes(
  html: string,
  { attachments, listChildren, note }: TextContext,
  embeds: EmbedWriter,
): string {
  const closedShortcodeNames = new Set(
    [...html.matchAll(/\[\/([a-z][\w-]{1,60})\]/gi)].map(([, name]) => name),
  );
  const noteShortcode = (name: string) => {
    note(`[${name}]`);
    return '\n\n';
  };
  const htmlWithoutCode = html.replace(codeBlockPattern, (_, name: string) => noteShortcode(name));
  return htmlWithoutCode.replace(
    shortcodePattern,
    (whole, escaped, slash, name: string, given: string, end, at: number) => {
      if (escaped && end) return whole.slice(1, -1);
      const isAloneOnLine =
        name === name.toLowerCase() && isOnOwnLine(htmlWithoutCode, at, at + whole.length);
      const isShortcode =
        bareShortcodePattern.test(name) ||
        /[_-]/.test(name) ||
        closedShortcodeNames.has(name) ||
        given.includes('=') ||
        isAloneOnLine;
      if (!isShortcode) return whole;
      if (/^(?:wp_)?caption$/.test(name)) return slash ? '</figure>\n\n' : '\n\n<figure>';
      if (name === 'embed') return '\n';
      if (slash) return '\n\n';
      const shortcodeAttributes = readAttributes(given);
      const {
        image,
        images,
        src,
        url,
        alt = '',
        title,
        heading,
        text,
        button_text: label,
      } = shortcodeAttributes;
      const listedIds =
        name === 'gallery' ? (shortcodeAttributes.ids ?? shortcodeAttributes.include) : (image ?? images);
      const pictures = splitIds(listedIds).flatMap((id) => attachments.get(id) ?? []);
      if (name === 'gallery' && !listedIds) {
        const excludedIds = splitIds(shortcodeAttributes.exclude);
        pictures.push(...listChildren(shortcodeAttributes.id).filter(({ id }) => !excludedIds.includes(id)));
      }
      if (src && /image/.test(name)) pictures.push({ url: src, alt });
      const embeddedHtml = pictures.length === 0 && embeds.showShortcode(name, given);
      if (pictures.length === 0 && !embeddedHtml) noteShortcode(name);
      const headingTexts = builderPrefixPattern.test(name) ? [title, heading, text] : [];
      const hasBuilderButton = builderPrefixPattern.test(name) && label && url;
      const parts = [
        ...headingTexts.map((one) => one && `<h3>${escapeHtml(one)}</h3>`),
        ...pictures.map(
          (one) => `<figure><img src="${escapeHtml(one.url)}" alt="${escapeHtml(one.alt)}"></figure>`,
        ),
        embeddedHtml,
        hasBuilderButton && `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`,
      ];
      return `\n\n${parts.filter(Boolean).join('\n\n')}\n\n`;
    },
  );
}
