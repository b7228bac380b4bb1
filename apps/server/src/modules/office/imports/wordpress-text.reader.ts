import { fieldLimits } from '@institute/contract/fields.constants';
import { readLinkAim } from '@institute/contract/link-aim';
import { postHtmlRules } from '@institute/contract/post-html';
import { readVideoId } from '@institute/contract/video';
import { parseAddress } from '@institute/contract/web-address';
import sanitize from 'sanitize-html';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { changedWords, removeHiddenParts } from '../../platform/content/post-html.ts';
import { removeEmptyBlocks } from './empty-blocks.ts';
import { isFileToTake, isPictureFile, isShownFile } from './import-file-kind.ts';
import { isAddressOfSite, listSpellings } from './old-site.ts';
import { type EmbedPlace, makeEmbeds, readAttributes } from './wordpress-embeds.ts';

export interface Attachment {
  id: string;
  url: string;
  alt: string;
}

interface Place extends EmbedPlace {
  attachments: ReadonlyMap<string, Pick<Attachment, 'url' | 'alt'>>;
  /** Pictures that were sent for an item, in its order. Of the item itself when no id is given. */
  listChildren(id?: string): readonly Attachment[];
  /** Addresses of pictures without the size in their names, and of documents. */
  originals: ReadonlySet<string>;
}

type Embeds = ReturnType<typeof makeEmbeds>;

const BOX_TAGS =
  'address article aside caption center dd details div dl dt fieldset footer form header main nav section summary';
const boxTags = new RegExp(`</?(?:${BOX_TAGS.replaceAll(' ', '|')})>`, 'g');
const BLOCK_TAGS = 'h[2-4]|p|hr|ul|ol|li|blockquote|pre|figure|figcaption|iframe|table|thead|tbody|tr|th|td';
const blockTag = new RegExp(`(</?(?:${BLOCK_TAGS})(?:\\s[^>]*)?/?>)`);
const droppedTags = 'script style form video audio object embed canvas svg textarea'.split(' ');

/** Text of a page as posts have it, with the addresses of its pictures. */
export function cleanText(raw: string, place: Place): { html: string; pictures: string[] } {
  const pictures = new Set<string>();
  const linked = new Set<string>();
  for (const [, name] of raw.matchAll(/<!--\s*wp:([\w/-]+)\s[^<>]*\/-->/g)) place.note(`Block ${name}`);
  const embeds = makeEmbeds(raw, place);
  const written = embeds.showTags(expandShortcodes(leaveOutHidden(raw, place), place, embeds));
  const html = sanitize(embedAddresses(written, embeds), {
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
      ...changedWords,
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      img: (tagName, attribs) => ({
        tagName,
        attribs: { src: findPicture(attribs, place), alt: attribs.alt ?? '' },
      }),
      a: (tagName, attribs) => writeLink(tagName, attribs, { ...place, linked }),
      iframe: (tagName, attribs) => {
        const host = parseAddress(attribs.src?.replace(/^\/\//, 'https://') ?? '')?.hostname ?? '';
        if (!postHtmlRules.videoHosts.includes(host)) place.note('Frames of the old site');
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag === 'img' && attribs.src) pictures.add(attribs.src);
      return (tag === 'iframe' || tag === 'img') && !attribs.src;
    },
  });
  const plain = html.replace(ownPictureLink, (whole, href: string, shown: string) =>
    isPictureFile(readHref(href)) ? shown : whole,
  );
  for (const [, href = ''] of plain.matchAll(linkAddress))
    if (linked.has(readHref(href))) pictures.add(readHref(href));
  return {
    html: addParagraphs(plain.replace(boxTags, '\n\n').replaceAll('</a><a ', '</a> <a ')),
    pictures: [...pictures],
  };
}

/** A block that its writer has hidden, and rows and sections that page builders switch off. */
const hiddenBlock =
  /<!-- wp:([\w/-]+) \{[^<>]*"blockVisibility":false[^<>]*\} -->.*?<!-- \/wp:\1 -->|\[(\w+)\s[^[\]]*\b(?:disable_element="yes"|disabled="on")[^[\]]*\].*?\[\/\2\]/gs;

function leaveOutHidden(raw: string, { note }: Place): string {
  const tell = () => note('Hidden parts and remarks');
  const shown = raw.replace(hiddenBlock, () => {
    tell();
    return '';
  });
  return removeHiddenParts(shown, tell);
}

function findPicture(attribs: sanitize.Attributes, { base, originals, note }: Place): string {
  const { src = '', 'data-src': lazy, 'data-lazy-src': lazier } = attribs;
  const given = /^(?:data:|$)/.test(src) ? (lazy ?? lazier ?? '') : src;
  const url = given ? parseAddress(given, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > fieldLimits.url) {
    note('Pictures inside the text');
    return '';
  }
  return findOriginal(url.href, originals);
}

function findOriginal(address: string, originals: Place['originals']): string {
  const whole = address.replace(/-\d{2,4}x\d{2,4}(?=\.\w{3,4}$)/, '');
  return [whole, ...listSpellings(whole)].find((one) => originals.has(one)) ?? address;
}

const renameByClass =
  (classes: RegExp, other: string) => (tagName: string, attribs: sanitize.Attributes) => ({
    tagName: classes.test(attribs.class ?? '') ? other : tagName,
    attribs,
  });

/** The editor has no galleries and pull quotes: they become boxes, so that their parts stay as single blocks. */
const galleryTags = {
  figure: renameByClass(/\bwp-block-(?:gallery|pullquote)\b/, 'div'),
  ul: renameByClass(/\b(?:wp-block-gallery|blocks-gallery-grid)\b/, 'div'),
  li: renameByClass(/\bblocks-gallery-item\b/, 'div'),
  figcaption: renameByClass(/\bblocks-gallery-caption\b/, 'p'),
};

/** A picture inside a link to its own file. */
const ownPictureLink = /<a [^>]*?href="([^"]*)"[^>]*>(\s*<img [^>]*>\s*)<\/a>/g;
const linkAddress = /<a [^>]*?href="([^"]*)"/g;
const readHref = (href: string): string => href.replaceAll('&amp;', '&');

/** Links within the old site become paths, which redirects follow. Those to files lead to where they come. */
function writeLink(
  tagName: string,
  attribs: sanitize.Attributes,
  { base, originals, note, linked }: Place & { linked: Set<string> },
): sanitize.Tag {
  const href = readLinkAim(attribs.href ?? '') ?? '';
  const url = /^(?:\/|https?:)/i.test(href) ? parseAddress(href, base) : undefined;
  if (!url || url.href.length > fieldLimits.url) return { tagName, attribs };
  const file = findOriginal(url.href, originals);
  const isOwn = isAddressOfSite(url, base);
  const isOfFolder = isOwn && url.pathname.includes('/wp-content/');
  if (originals.has(file) || (isOfFolder && isFileToTake(file))) {
    linked.add(file);
    const mark = attribs['data-document'];
    return { tagName, attribs: { href: file, ...(mark !== undefined && { 'data-document': mark }) } };
  }
  if (isOfFolder) note('Files that stay on the old site');
  else if (isOwn) return { tagName, attribs: { href: url.pathname + url.search + url.hash } };
  return { tagName, attribs };
}

/** An address alone on its line shows what it leads to. */
const embedAddresses = (html: string, embeds: Embeds): string =>
  html.replace(/^[ \t]*(https?:\/\/[^\s<>"']{1,500})[ \t]*$/gm, (line, address: string) => {
    const id = readVideoId(address);
    if (id) return `<iframe src="https://www.youtube-nocookie.com/embed/${id}"></iframe>`;
    const url = isShownFile(address) ? parseAddress(address) : undefined;
    const link = url ? embeds.showFile(url) : `<a href="${address}">${address}</a>`;
    return `${line.replace(address, () => link)}\n`;
  });

/** Looks at a row of spaces once, not from each of them. */
const lineEnd = /(?:<br \/>)?(?<![ \t])[ \t]*\n/g;

/** Blank lines between texts outside of blocks part paragraphs, as WordPress shows them. */
function addParagraphs(html: string): string {
  let done = '';
  let loose = '';
  let depth = 0;
  const endLoose = () => {
    const parts = loose.split(/\n\s*\n/).map((part) => part.trim());
    for (const part of parts.filter(Boolean)) done += `<p>${part.replace(lineEnd, '<br />')}</p>`;
    loose = '';
  };
  for (const part of html.split(blockTag)) {
    if (blockTag.test(part)) {
      if (depth === 0) endLoose();
      done += part;
      if (part.startsWith('</')) depth = Math.max(0, depth - 1);
      else if (!part.endsWith('/>')) depth += 1;
    } else if (depth === 0) loose += part;
    else done += part;
  }
  endLoose();
  return removeEmptyBlocks(done);
}

const shortcodePattern = /\[(\[?)(\/?)([a-z][\w-]{1,60})((?:\s[^[\]]{0,5000})?)\](\]?)/gi;
const singleWord = /^(?:gallery|audio|video|playlist)$/;
/** Shortcodes that contain code or encoded text. */
const codeBlockPattern = /\[(vc_raw_html|vc_raw_js|et_pb_code|code_block)\b[^\]]{0,5000}\][^[]*\[\/\1\]/gi;

const splitIds = (ids = ''): string[] => ids.split(/[\s,]+/).filter(Boolean);

/** Page builders, whose shortcodes name the words that they show. */
const builderPrefix = /^(?:vc|et_pb|fusion|av|kc|us|mk|nectar|qode|eltd|dt|ult)_/;
const lineEdge = /(?:^|[\n>])[ \t]*$/;

/** `[testimonials]`, but not "He wrote [sic]". */
const isOnOwnLine = (html: string, start: number, end: number): boolean =>
  lineEdge.test(html.slice(Math.max(0, start - 20), start)) &&
  /^[ \t]*(?:$|[\r\n<])/.test(html.slice(end, end + 20));

/** Replaces the shortcodes of pictures and page builders by their content. Of others only the enclosed text stays. */
function expandShortcodes(html: string, { attachments, listChildren, note }: Place, embeds: Embeds): string {
  const closed = new Set([...html.matchAll(/\[\/([a-z][\w-]{1,60})\]/gi)].map(([, name]) => name));
  const countCode = (name: string) => {
    note(`[${name}]`);
    return '\n\n';
  };
  const withoutCode = html.replace(codeBlockPattern, (_, name: string) => countCode(name));
  return withoutCode.replace(
    shortcodePattern,
    (whole, escaped, slash, name: string, given: string, end, at: number) => {
      if (escaped && end) return whole.slice(1, -1);
      const isAlone = name === name.toLowerCase() && isOnOwnLine(withoutCode, at, at + whole.length);
      const isCode =
        singleWord.test(name) || /[_-]/.test(name) || closed.has(name) || given.includes('=') || isAlone;
      if (!isCode) return whole;
      if (/^(?:wp_)?caption$/.test(name)) return slash ? '</figure>\n\n' : '\n\n<figure>';
      if (name === 'embed') return '\n';
      if (slash) return '\n\n';
      const attributes = readAttributes(given);
      const { image, images, src, url, alt = '', title, heading, text, button_text: label } = attributes;
      const listed = name === 'gallery' ? (attributes.ids ?? attributes.include) : (image ?? images);
      const pictures = splitIds(listed).flatMap((id) => attachments.get(id) ?? []);
      if (name === 'gallery' && !listed) {
        const excluded = splitIds(attributes.exclude);
        pictures.push(...listChildren(attributes.id).filter(({ id }) => !excluded.includes(id)));
      }
      if (src && /image/.test(name)) pictures.push({ url: src, alt });
      const embedded = pictures.length === 0 && embeds.showShortcode(name, given);
      if (pictures.length === 0 && !embedded) countCode(name);
      const words = builderPrefix.test(name) ? [title, heading, text] : [];
      const button = builderPrefix.test(name) && label && url;
      const parts = [
        ...words.map((one) => one && `<h3>${escapeHtml(one)}</h3>`),
        ...pictures.map(
          (one) => `<figure><img src="${escapeHtml(one.url)}" alt="${escapeHtml(one.alt)}"></figure>`,
        ),
        embedded,
        button && `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`,
      ];
      return `\n\n${parts.filter(Boolean).join('\n\n')}\n\n`;
    },
  );
}
