import querystring from 'node:querystring';
import { readVideoId } from '@institute/contract/video';
import { parseAddress } from '@institute/contract/web-address';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { extractFileName, isDocumentFile, isLinkableFile } from './import-file-kind.ts';
import { isAddressOfSite, listAddressVariants } from './old-site.ts';
import { toPlainTitle } from './plain-title.ts';

export interface EmbedContext {
  base: string;
  /** Titles in the media library, by address. */
  titles?: ReadonlyMap<string, string>;
  note(what: string): void;
}

export type TagAttributes = Partial<Record<string, string>>;

export function readAttributes(text: string): TagAttributes {
  const attributeMatches = text.matchAll(/([\w-]{1,60})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g);
  const attributeEntries = [...attributeMatches].map(([, name = '', ...values]) => [
    name.toLowerCase(),
    toPlainTitle(values.join('').replaceAll('%22', '"')),
  ]);
  return Object.fromEntries(attributeEntries);
}

const addressPattern = /https?:\/\/[^\s"'<>\\|]{1,2000}/g;

/** Addresses in an attribute: the whole value, a parameter of a viewer's address, or parts of a block's JSON. */
function listAddresses(value: string, base: string): URL[] {
  const decodedValue = (/%3A%2F%2F/i.test(value) ? querystring.unescape(value) : value).replaceAll(
    '\\/',
    '/',
  );
  const addressTexts = /^(?:\/|https?:)/.test(decodedValue)
    ? [decodedValue]
    : (decodedValue.match(addressPattern) ?? []);
  return addressTexts.flatMap((one) => {
    const url = parseAddress(one, base || undefined);
    if (!url) return [];
    const innerAddresses = [...url.searchParams.values()].flatMap((part) =>
      /^(?:\/[^/]|https?:)/.test(part) ? (parseAddress(part, base || undefined) ?? []) : [],
    );
    return [...innerAddresses, url];
  });
}

const viewerTags = new Set('iframe embed object video audio source'.split(' '));
const viewerNamePattern = /frame|map|form|video|audio|youtube|vimeo|embed|viewer|calendar/;

/** Turns what an item shows in frames or by plugins into links: documents, recordings, and pages of other sites. */
export function makeEmbeds(html: string, { base, titles, note }: EmbedContext) {
  const linkedAddresses = new Set(
    [...html.matchAll(/<a\s[^<>]{0,2000}?href=["']([^"']+)/gi)].map(
      ([, href = '']) => parseAddress(href.replaceAll('&amp;', '&'), base || undefined)?.href,
    ),
  );
  const writeLink = ({ href, pathname }: URL, words?: string): string => {
    // The same recording in two formats is linked only once
    const linkKey = isDocumentFile(href)
      ? href
      : href.replace(/\.(?:mp4|m4v|webm|og[agv]|mov|mp3|m4a|wav)$/i, '');
    if (linkedAddresses.has(linkKey) || linkedAddresses.has(href)) return '';
    linkedAddresses.add(linkKey);
    const id = readVideoId(href);
    if (id) return `<iframe src="https://www.youtube-nocookie.com/embed/${id}"></iframe>`;
    const knownTitles = listAddressVariants(href).flatMap((one) => titles?.get(one) || []);
    const linkTitle = knownTitles[0] || words || (isLinkableFile(pathname) ? extractFileName(href) : href);
    const isDocument = isDocumentFile(pathname);
    return ` <a href="${escapeHtml(href)}"${isDocument ? ' data-document=""' : ''}>${escapeHtml(linkTitle)}</a> `;
  };
  const writeAttributeLinks = (attributes: TagAttributes, isViewer: boolean): string => {
    const { title, filename, alt: _, ...others } = attributes;
    const attributeUrls = Object.values(others).flatMap((value = '') => listAddresses(value, base));
    const fileUrls = attributeUrls.filter(({ pathname }) => isLinkableFile(pathname));
    const frameUrls = isViewer
      ? attributeUrls.filter((url) => /^https?:$/.test(url.protocol) && !isAddressOfSite(url, base))
      : [];
    const shownUrls = fileUrls.length > 0 ? fileUrls : frameUrls.slice(-1);
    return shownUrls.map((url) => writeLink(url, title || filename)).join('');
  };
  return {
    showFile: writeLink,
    showShortcode: (name: string, given: string): string => {
      const shortcodeAttributes = /^\s*https?:\S+\s*$/.test(given)
        ? { src: given.trim() }
        : readAttributes(given);
      return writeAttributeLinks(shortcodeAttributes, viewerNamePattern.test(name));
    },
    /** Converts HTML tags, and the comments in which WordPress blocks store what they show. */
    showTags: (text: string): string =>
      text
        .replace(/<!--\s*wp:[\w/-]+\s+(\{[^<>]*\})\s*\/?-->/g, (_, json: string) => {
          const files = (json.match(addressPattern) ?? []).filter(isDocumentFile);
          return files.map((file) => writeLink(new URL(file))).join('');
        })
        .replace(
          /<([a-z][\w-]*)((?:\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*)?)>/gi,
          (tag, name: string, given: string) => {
            const tagName = name.toLowerCase();
            const isViewerTag = viewerTags.has(tagName);
            if (tagName === 'a' || tagName === 'img' || !given.includes('=')) return tag;
            const attributes = readAttributes(given);
            if (tagName === 'iframe' && readVideoId(attributes.src)) return tag;
            const attributeLinks = writeAttributeLinks(attributes, isViewerTag);
            if (isViewerTag && attributeLinks) {
              if (tagName === 'iframe') note('Frames of other sites: these are links');
              return attributeLinks;
            }
            return attributeLinks + tag;
          },
        ),
  };
}
