import { unescape } from 'node:querystring';
import { type ContentType, contentResources } from '@institute/contract';
import { findOddDays } from '@institute/contract/day-faults';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { pageLimits } from '@institute/contract/pages.constants';
import { type PostCategory, postLimits } from '@institute/contract/posts.constants';
import { postText, truncate } from '@institute/contract/text';
import { kampalaInstant } from '@institute/contract/time';
import { parseAddress } from '@institute/contract/web-address';
import { toPath } from '../../school/own-pages/page-path.service.ts';
import type { LeftOutNotes } from './left-out.ts';
import { readWordPress, refuseFile, type WordPressItem } from './wordpress-file.ts';
import { type Attachment, cleanText } from './wordpress-text.ts';

export interface ReadItem {
  /** What names it in the file. */
  source: string;
  type: ContentType;
  title: string;
  input: Record<string, unknown>;
  paths: string[];
  pictures: string[];
}

interface Overview {
  base: string;
  attachments: Map<string, Attachment>;
  names: Map<string, string>;
  creators: Set<string>;
}

const isPicture = (url: string) => /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(url);

/** What texts refer to. It may stand anywhere in the file. */
export async function readOverview(file: string): Promise<Overview> {
  const found: Overview = { base: '', attachments: new Map(), names: new Map(), creators: new Set() };
  let items = 0;
  for await (const entry of readWordPress(file)) {
    if ('base' in entry) found.base ||= entry.base;
    else if ('author' in entry) found.names.set(entry.author.login, entry.author.name);
    else {
      items += 1;
      if (items > siteImportLimits.items) throw refuseFile('This file has more than 20,000 items');
      const { fields, meta } = entry.item;
      const url = fields['wp:attachment_url']?.trim() ?? '';
      if (fields['wp:post_type'] === 'post') found.creators.add(fields['dc:creator'] ?? '');
      const address = isPicture(url) ? parseAddress(url)?.href : undefined;
      if (!address) continue;
      found.attachments.set(fields['wp:post_id'] ?? '', {
        url: address,
        alt: meta._wp_attachment_image_alt ?? '',
      });
    }
  }
  return found;
}

const types: Record<string, 'post' | 'page'> = { post: 'post', page: 'page' };
const contentLimits = { post: postLimits.title, page: pageLimits.title };
const ownParts = /^(?:nav_menu_item|revision|wp_\w+|custom_css|customize_changeset|oembed_cache)$/;

export async function* readItems(
  file: string,
  { base, attachments, names, creators }: Overview,
  notes: LeftOutNotes,
): AsyncGenerator<ReadItem> {
  const originals = new Set([...attachments.values()].map(({ url }) => url));
  for await (const entry of readWordPress(file)) {
    if (!('item' in entry)) continue;
    const { fields, comments } = entry.item;
    const address = fields['wp:post_name']?.trim();
    const postType = fields['wp:post_type'] ?? '';
    const type = types[postType];
    const given = fields.title?.trim() ?? '';
    if (comments > 0) notes.add('Comments', given, comments);
    if (!type) {
      if (postType === 'attachment') {
        if (!isPicture(fields['wp:attachment_url'] ?? '')) notes.add('Files that are no pictures', given);
      } else if (ownParts.test(postType)) notes.add("Parts of WordPress' own menus and looks");
      else notes.add(`Items of the kind “${postType}”`, given);
      continue;
    }
    if (/^(?:trash|auto-draft|inherit)$/.test(fields['wp:status'] ?? '')) {
      notes.add('Deleted items', given);
      continue;
    }
    const place = { base, attachments, originals, note: (what: string) => notes.add(what, given) };
    const text = cleanText(fields['content:encoded'] ?? '', place);
    const title = truncate(given || postText(text.html).slice(0, 60) || 'Untitled', postLimits.title - 3);
    const author = names.get(fields['dc:creator'] ?? '') || fields['dc:creator'];
    const byline = type === 'post' && creators.size > 1 && author ? `<p>By ${escapeHtml(author)}</p>` : '';
    const featured = attachments.get(entry.item.meta._thumbnail_id ?? '');
    const content = text.html + (text.html ? byline : '');
    if (!content) {
      notes.add('Items without a text', title);
      continue;
    }
    const state = readState(entry.item, notes, title);
    const input = {
      title: title.slice(0, contentLimits[type]),
      content,
      ...(type === 'post' && { category: readCategory(entry.item, notes), videoUrl: null }),
      imageUrl: featured?.url ?? null,
      imageAlt: featured?.alt ? featured.alt.slice(0, 200) : null,
      ...(type === 'page'
        ? {
            path: address ? toPath(unescape(address)) : null,
            status: state.status,
            publishAt: state.publishAt,
          }
        : state),
    };
    const id = fields['wp:post_id'] ?? '';
    yield {
      source: `${fields.guid?.trim() || base}#${id}`,
      type,
      title,
      input,
      paths: readPaths(fields, id),
      pictures: [...text.pictures, ...(featured ? [featured.url] : [])],
    };
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function readTime({ fields }: WordPressItem): string | null {
  const { 'wp:post_date_gmt': universal = '', 'wp:post_date': local = '' } = fields;
  const isTime = (text: string) =>
    /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isTime(universal)) return new Date(`${universal.replace(' ', 'T')}Z`).toISOString();
  return isTime(local) ? kampalaInstant(local.replace(' ', 'T')) : null;
}

/** `publishedAt` keeps the day of publication. */
function readState(item: WordPressItem, notes: LeftOutNotes, title: string) {
  const { 'wp:status': status = '', 'wp:post_password': password, 'wp:is_sticky': isSticky } = item.fields;
  const time = readTime(item);
  if (isSticky?.trim() === '1') notes.add('Places at the top (sticky)', title);
  if (password?.trim()) notes.add('Passwords: these are drafts', title);
  else if (status === 'publish') return { status: 'published', publishAt: null, publishedAt: time };
  else if (status === 'future' && time) {
    const isPossible = findOddDays(contentResources.posts.days, { publishAt: time }).length === 0;
    if (isPossible) return { status: 'scheduled', publishAt: time, publishedAt: null };
  } else if (status === 'private') notes.add('Private items: these are drafts', title);
  return { status: 'draft', publishAt: null, publishedAt: null };
}

const categoryWords: readonly (readonly [PostCategory, RegExp])[] = [
  ['events', /event|workshop|exhibition/i],
  ['achievements', /achievement|award|success/i],
  ['announcements', /announce|notice|admission/i],
  ['community', /communit|outreach|alumni/i],
];

function readCategory({ terms, fields }: WordPressItem, notes: LeftOutNotes): PostCategory {
  const names = terms.flatMap(({ domain, name }) => (domain === 'category' ? name : []));
  for (const { domain } of terms) if (domain === 'post_tag') notes.add('Tags', fields.title);
  for (const [category, words] of categoryWords) if (names.some((name) => words.test(name))) return category;
  for (const name of names) {
    if (!/^(?:news|uncategori[sz]ed)$/i.test(name))
      notes.add(`Category “${name}”: these are News`, fields.title);
  }
  return 'news';
}

function readPaths({ link = '', guid = '' }: WordPressItem['fields'], id: string): string[] {
  const paths = [link, guid].flatMap((address) => {
    const url = parseAddress(address.trim());
    return url ? [url.pathname + url.search] : [];
  });
  return [...new Set([...paths, `/?p=${id}`])].filter((path) => path.length <= 500 && path !== '/');
}
