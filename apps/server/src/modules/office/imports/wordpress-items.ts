import querystring from 'node:querystring';
import { type ContentType, contentResources } from '@institute/contract';
import { findOddDays } from '@institute/contract/day-faults';
import { fieldLimits } from '@institute/contract/fields.constants';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { pageLimits } from '@institute/contract/pages.constants';
import { type PostCategory, postLimits } from '@institute/contract/posts.constants';
import { postText, truncate } from '@institute/contract/text';
import { kampalaInstant } from '@institute/contract/time';
import { parseAddress } from '@institute/contract/web-address';
import { escapeHtml } from '../../../messaging/email/email.ts';
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

const isPicture = (url = '') => /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(url);

/** What texts refer to. It may stand anywhere in the file. */
export async function readOverview(file: string) {
  const attachments = new Map<string, Attachment>();
  const names = new Map<string, string>();
  const creators = new Set<string>();
  let [base, items] = ['', 0];
  for await (const entry of readWordPress(file)) {
    if ('base' in entry) base ||= entry.base;
    else if ('author' in entry) {
      const { 'wp:author_login': login = '', 'wp:author_display_name': name = '' } = entry.author;
      names.set(login, name);
    } else {
      items += 1;
      if (items > siteImportLimits.items) throw refuseFile('This file has more than 20,000 items');
      const { fields, meta } = entry.item;
      if (fields['wp:post_type'] === 'post') creators.add(fields['dc:creator'] ?? '');
      const url = fields['wp:attachment_url']?.trim();
      const address = url && isPicture(url) && parseAddress(url)?.href;
      if (address)
        attachments.set(fields['wp:post_id'] ?? '', {
          url: address,
          alt: meta._wp_attachment_image_alt ?? '',
        });
    }
  }
  return { base, attachments, names, creators };
}

const ownParts = /^(?:nav_menu_item|revision|wp_\w+|custom_css|customize_changeset|oembed_cache)$/;

export async function* readItems(
  file: string,
  { base, attachments, names, creators }: Awaited<ReturnType<typeof readOverview>>,
  notes: LeftOutNotes,
): AsyncGenerator<ReadItem> {
  const originals = new Set([...attachments.values()].map(({ url }) => url));
  for await (const entry of readWordPress(file)) {
    if (!('item' in entry)) continue;
    const { item } = entry;
    const { fields, comments } = item;
    const { 'wp:post_type': type = '', 'wp:post_id': id = '' } = fields;
    const given = fields.title?.trim() ?? '';
    if (comments > 0) notes.add('Comments', given, comments);
    if (type !== 'post' && type !== 'page') {
      if (ownParts.test(type)) notes.add("Parts of WordPress' own menus and looks");
      else if (type !== 'attachment') notes.add(`Items of the kind “${type}”`, given);
      else if (!isPicture(fields['wp:attachment_url'])) notes.add('Files that are no pictures', given);
      continue;
    }
    if (/^(?:trash|auto-draft|inherit)$/.test(fields['wp:status'] ?? '')) {
      notes.add('Deleted items', given);
      continue;
    }
    const place = { base, attachments, originals, note: (what: string) => notes.add(what, given) };
    const { html, pictures } = cleanText(fields['content:encoded'] ?? '', place);
    const { title: length } = type === 'post' ? postLimits : pageLimits;
    const title = truncate(given || postText(html).slice(0, 60) || 'Untitled', length - 3);
    if (!html) {
      notes.add('Items without a text', title);
      continue;
    }
    const author = names.get(fields['dc:creator'] ?? '') || fields['dc:creator'];
    const hasByline = type === 'post' && creators.size > 1 && author;
    const picture = attachments.get(item.meta._thumbnail_id ?? '');
    const address = fields['wp:post_name']?.trim();
    const { publishedAt, ...state } = readState(item, notes, title);
    yield {
      source: `${fields.guid?.trim() || base}#${id}`,
      type,
      title,
      input: {
        title,
        content: hasByline ? `${html}<p>By ${escapeHtml(author)}</p>` : html,
        imageUrl: picture?.url ?? null,
        imageAlt: picture?.alt.slice(0, fieldLimits.imageAlt) || null,
        ...state,
        ...(type === 'post'
          ? { category: readCategory(item, notes), videoUrl: null, publishedAt }
          : { path: address ? toPath(querystring.unescape(address)) : null }),
      },
      paths: readPaths(fields, id),
      pictures: picture ? [...pictures, picture.url] : pictures,
    };
  }
}

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
  for (const { domain } of terms) if (domain === 'post_tag') notes.add('Tags', fields.title);
  const names = terms.flatMap(({ domain, name }) => (domain === 'category' ? name : []));
  const found = categoryWords.find(([, words]) => names.some((name) => words.test(name)));
  if (found) return found[0];
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
