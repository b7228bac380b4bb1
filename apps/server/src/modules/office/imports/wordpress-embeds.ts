import querystring from 'node:querystring';
import { readVideoId } from '@institute/contract/video';
import { parseAddress } from '@institute/contract/web-address';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { isDocumentFile, isShownFile, readFileName } from './import-file-kind.ts';
import { isAddressOfSite, listSpellings } from './old-site.ts';
import { toPlainTitle } from './plain-title.ts';

export interface EmbedPlace {
  base: string;
  /** Titles in the media library, by address. */
  titles?: ReadonlyMap<string, string>;
  note(what: string): void;
}

export type Attributes = Partial<Record<string, string>>;

export function readAttributes(text: string): Attributes {
  const found = text.matchAll(/([\w-]{1,60})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g);
  const pairs = [...found].map(([, name = '', ...values]) => [
    name.toLowerCase(),
    toPlainTitle(values.join('').replaceAll('%22', '"')),
  ]);
  return Object.fromEntries(pairs);
}

const embeddedAddress = /https?:\/\/[^\s"'<>\\|]{1,2000}/g;

/** Addresses in an attribute: the whole value, a parameter of a viewer's address, or parts of a block's JSON. */
function listAddresses(value: string, base: string): URL[] {
  const plain = (/%3A%2F%2F/i.test(value) ? querystring.unescape(value) : value).replaceAll('\\/', '/');
  const given = /^(?:\/|https?:)/.test(plain) ? [plain] : (plain.match(embeddedAddress) ?? []);
  return given.flatMap((one) => {
    const url = parseAddress(one, base || undefined);
    if (!url) return [];
    const within = [...url.searchParams.values()].flatMap((part) =>
      /^(?:\/[^/]|https?:)/.test(part) ? (parseAddress(part, base || undefined) ?? []) : [],
    );
    return [...within, url];
  });
}

const viewerTags = new Set('iframe embed object video audio source'.split(' '));
const viewerWord = /frame|map|form|video|audio|youtube|vimeo|embed|viewer|calendar/;

/** Links to documents, recordings and pages of other sites, which an item shows in a frame or by a plugin. */
export function makeEmbeds(html: string, { base, titles, note }: EmbedPlace) {
  const linked = new Set(
    [...html.matchAll(/<a\s[^<>]{0,2000}?href=["']([^"']+)/gi)].map(
      ([, href = '']) => parseAddress(href.replaceAll('&amp;', '&'), base || undefined)?.href,
    ),
  );
  const writeLink = ({ href, pathname }: URL, words?: string): string => {
    // A recording in two formats is shown once
    const key = isDocumentFile(href)
      ? href
      : href.replace(/\.(?:mp4|m4v|webm|og[agv]|mov|mp3|m4a|wav)$/i, '');
    if (linked.has(key) || linked.has(href)) return '';
    linked.add(key);
    const id = readVideoId(href);
    if (id) return `<iframe src="https://www.youtube-nocookie.com/embed/${id}"></iframe>`;
    const known = listSpellings(href).flatMap((one) => titles?.get(one) || []);
    const title = known[0] || words || (isShownFile(pathname) ? readFileName(href) : href);
    const isDocument = isDocumentFile(pathname);
    return ` <a href="${escapeHtml(href)}"${isDocument ? ' data-document=""' : ''}>${escapeHtml(title)}</a> `;
  };
  const showAttributes = (attributes: Attributes, isViewer: boolean): string => {
    const { title, filename, alt: _, ...others } = attributes;
    const urls = Object.values(others).flatMap((value = '') => listAddresses(value, base));
    const files = urls.filter(({ pathname }) => isShownFile(pathname));
    const frames = isViewer
      ? urls.filter((url) => /^https?:$/.test(url.protocol) && !isAddressOfSite(url, base))
      : [];
    const shown = files.length > 0 ? files : frames.slice(-1);
    return shown.map((url) => writeLink(url, title || filename)).join('');
  };
  return {
    showFile: writeLink,
    showShortcode: (name: string, given: string): string => {
      const attributes = /^\s*https?:\S+\s*$/.test(given) ? { src: given.trim() } : readAttributes(given);
      return showAttributes(attributes, viewerWord.test(name));
    },
    /** Of tags and of the comments by which blocks keep what they show. */
    showTags: (text: string): string =>
      text
        .replace(/<!--\s*wp:[\w/-]+\s+(\{[^<>]*\})\s*\/?-->/g, (_, json: string) => {
          const files = (json.match(embeddedAddress) ?? []).filter(isDocumentFile);
          return files.map((file) => writeLink(new URL(file))).join('');
        })
        .replace(
          /<([a-z][\w-]*)((?:\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*)?)>/gi,
          (tag, name: string, given: string) => {
            const kind = name.toLowerCase();
            const isViewer = viewerTags.has(kind);
            if (kind === 'a' || kind === 'img' || !given.includes('=')) return tag;
            const attributes = readAttributes(given);
            if (kind === 'iframe' && readVideoId(attributes.src)) return tag;
            const link = showAttributes(attributes, isViewer);
            if (isViewer && link) {
              if (kind === 'iframe') note('Frames of other sites: these are links');
              return link;
            }
            return link + tag;
          },
        ),
  };
}
