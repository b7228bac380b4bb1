import querystring from 'node:querystring';
import type { ContentType } from '@institute/contract';
import { plannedDays } from '@institute/contract/day-bounds';
import { findOddDays } from '@institute/contract/day-faults';
import { fieldLimits } from '@institute/contract/fields.constants';
import { type LeftOut, siteImportLimits } from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { pageLimits } from '@institute/contract/pages.constants';
import { type PostCategory, postLimits } from '@institute/contract/posts.constants';
import { readPostText, truncate } from '@institute/contract/text';
import { fromLocalTime } from '@institute/contract/time';
import { parseAddress } from '@institute/contract/web-address';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { isNestedTooDeep } from '../../platform/content/post-html.ts';
import { isFileToTake, isPictureFile } from './import-file-kind.ts';
import { type LeftOutNotes, makeLeftOutNotes } from './left-out.ts';
import { isAddressOfSite, isFrontAddress, readFolder } from './old-site.ts';
import { findCategory } from './post-category.ts';
import { readWordPress, type WordPressItem } from './wordpress-file.reader.ts';
import { type ListOfPosts, readLists } from './wordpress-lists.ts';
import { type OldMenuEntry, type OldMenuItem, readMenu } from './wordpress-menu.ts';
import { type Attachment, cleanText } from './wordpress-text.reader.ts';

export interface ReadItem {
  /** The item's key in the file. */
  source: string;
  type: ContentType;
  title: string;
  input: Record<string, unknown>;
  paths: string[];
  pictures: string[];
  /** The item's first category on the old site. */
  category: string | null;
  /** The page of the site here that shows what this one showed: its front page, or its list of posts. */
  standsFor: 'home' | 'posts' | null;
}

/** Items that were read since the last result. */
export interface ReadPart {
  /** Address of the old site, where the file says it. */
  base: string;
  items: ReadItem[];
  leftOut: LeftOut[];
  /** Files of the media library. */
  files: ReadFile[];
  lists: ListOfPosts[];
  menu: OldMenuEntry[];
}

export interface ReadFile {
  address: string;
  title: string;
  /** Addresses that led to it on the old site. */
  paths: string[];
}

const ITEMS_AT_ONCE = 20;
const MAX_MENU_ITEMS = 1000;
const SHORTEN_ADVICE = 'shorten them and export again';

/** `site`: its address, for a file that does not say it. */
async function* readSite({ file, site = '' }: { file: string; site?: string }): AsyncGenerator<ReadPart> {
  const overview = await readOverview(file, site);
  const { base, files } = overview;
  const nothing: ReadPart = { base, items: [], leftOut: [], files: [], lists: [], menu: [] };
  yield { ...nothing, files, lists: readLists(overview), menu: readMenu(overview.menuItems, overview) };
  let notes = makeLeftOutNotes();
  let items: ReadItem[] = [];
  for await (const item of readItems(file, overview, (what, title, count) => notes.add(what, title, count))) {
    items.push(item);
    if (items.length < ITEMS_AT_ONCE) continue;
    yield { ...nothing, items, leftOut: notes.list() };
    notes = makeLeftOutNotes();
    items = [];
  }
  yield { ...nothing, items, leftOut: notes.list() };
}

/** Reads the items that texts refer to. They may be anywhere in the file. */
async function readOverview(file: string, site: string) {
  const attachments = new Map<string, Attachment & ReturnType<typeof readPlace>>();
  const names = new Map<string, string>();
  const creators = new Set<string>();
  const authors: string[] = [];
  const targets = new Map<string, { source: string; title: string }>();
  const menuItems: OldMenuItem[] = [];
  const files: ReadFile[] = [];
  const categories: WordPressItem['fields'][] = [];
  const terms = new Map<string, string>();
  let base = site;
  let blog = '';
  let items = 0;
  for await (const entry of readWordPress(file)) {
    if ('base' in entry) {
      blog = entry.base;
      base = blog || base;
    } else if ('link' in entry) base = entry.link || base;
    else if ('category' in entry) {
      categories.push(entry.category);
      terms.set(entry.category['wp:term_id'] ?? '', entry.category['wp:cat_name'] ?? '');
    } else if ('term' in entry) {
      const { 'wp:term_id': id = '', 'wp:tag_name': tag, 'wp:term_name': name = '' } = entry.term;
      terms.set(id, tag ?? name);
    } else if ('author' in entry) {
      const { 'wp:author_login': login = '', 'wp:author_display_name': name = '' } = entry.author;
      names.set(login, name);
      authors.push(entry.author['wp:author_id'] ?? '');
    } else {
      items += 1;
      if (items > siteImportLimits.items)
        throw new FileRefusal(
          'This file has more than 20,000 items. Export posts and pages each by themselves.',
        );
      const { fields, meta, terms } = entry.item;
      const type = fields['wp:post_type'] ?? '';
      if (type === 'nav_menu_item' && menuItems.length < MAX_MENU_ITEMS)
        menuItems.push({
          fields: { title: fields.title, 'wp:menu_order': fields['wp:menu_order'] },
          meta,
          terms,
        });
      if (type === 'post' || type === 'page')
        targets.set(fields['wp:post_id'] ?? '', {
          source: nameSource(fields, blog),
          title: fields.title ?? '',
        });
      if (type === 'post') creators.add(fields['dc:creator']?.trim() ?? '');
      const id = fields['wp:post_id'] ?? '';
      const address = parseAddress(fields['wp:attachment_url']?.trim() ?? '')?.href;
      if (!address || !isFileToTake(address)) continue;
      files.push({ address, title: fields.title ?? '', paths: readFilePaths(fields, { address, base }) });
      if (isPictureFile(address)) {
        const alt = meta._wp_attachment_image_alt ?? '';
        attachments.set(id, { id, url: address, alt, ...readPlace(fields) });
      }
    }
  }
  return { base, blog, attachments, names, creators, authors, categories, terms, targets, menuItems, files };
}

type Note = LeftOutNotes['add'];

const nameSource = ({ guid, 'wp:post_id': id = '' }: WordPressItem['fields'], blog: string): string =>
  `${guid?.trim() || blog}#${id}`;

/** For an attachment: the item that it was uploaded for, and its rank there. */
const readPlace = (fields: WordPressItem['fields']) => ({
  parent: fields['wp:post_parent']?.trim() ?? '',
  rank: Number(fields['wp:menu_order']) || 0,
});

const internalTypes = /^(?:revision|wp_\w+|custom_css|customize_changeset|oembed_cache)$/;

async function* readItems(
  file: string,
  { base, blog, attachments, names, creators, files }: Awaited<ReturnType<typeof readOverview>>,
  note: Note,
): AsyncGenerator<ReadItem> {
  const children = Map.groupBy(
    [...attachments.values()].toSorted((one, other) => one.rank - other.rank),
    ({ parent }) => parent,
  );
  const titles = new Map(files.map(({ address, title }) => [address, title]));
  const originals = new Set(titles.keys());
  for await (const entry of readWordPress(file)) {
    if (!('item' in entry)) continue;
    const { item } = entry;
    const { fields, comments } = item;
    const { 'wp:post_type': type = '', 'wp:post_id': id = '' } = fields;
    const fullTitle = fields.title ?? '';
    if (comments > 0) note('Comments', fullTitle, comments);
    if (type !== 'post' && type !== 'page') {
      if (internalTypes.test(type)) note("Parts of WordPress' own looks");
      else if (type === 'nav_menu_item') continue;
      else if (type !== 'attachment') note(`Items of the kind “${type}”`, fullTitle);
      else if (!isFileToTake(fields['wp:attachment_url']?.trim() ?? ''))
        note('Files that are no pictures or documents', fullTitle);
      continue;
    }
    if (/^(?:trash|auto-draft|inherit)$/.test(fields['wp:status'] ?? '')) {
      note('Deleted items', fullTitle);
      continue;
    }
    if (item.isTooLong) {
      note(
        `Texts of more than ${formatNumber(siteImportLimits.textCharacters)} letters: ${SHORTEN_ADVICE}`,
        fullTitle,
      );
      continue;
    }
    const raw = fields['content:encoded'] ?? '';
    if (isNestedTooDeep(raw)) {
      note(`Texts with more than ${postLimits.depth} tags within each other: ${SHORTEN_ADVICE}`, fullTitle);
      continue;
    }
    const listChildren = (parent = id) => children.get(parent) ?? [];
    const place = {
      base,
      attachments,
      listChildren,
      originals,
      titles,
      note: (what: string) => note(what, fullTitle),
    };
    noteAdditions(item, names, note);
    const { html, pictures } = cleanText(raw, place);
    const { title: length } = type === 'post' ? postLimits : pageLimits;
    const title = truncate(fullTitle || readPostText(html).slice(0, 60) || 'Untitled', length - 3);
    const standsFor = type === 'page' ? findPurpose(fields, base, html) : null;
    if (!html && !standsFor) {
      note('Items without a text', title);
      continue;
    }
    const login = fields['dc:creator']?.trim() ?? '';
    const author = names.get(login) ?? '';
    const hasByline = type === 'post' && creators.size > 1 && isOfPerson(author, login);
    const picture = attachments.get(item.meta._thumbnail_id ?? '');
    const address = fields['wp:post_name']?.trim();
    const { publishedAt, ...state } = readState(item, note, title);
    yield {
      source: nameSource(fields, blog),
      type,
      title,
      input: {
        title,
        content: hasByline ? `${html}<p>By ${escapeHtml(author)}</p>` : html,
        imageUrl: picture?.url ?? null,
        imageAlt: picture?.alt.slice(0, fieldLimits.imageAlt) || null,
        ...state,
        ...(type === 'post'
          ? { category: readCategory(item, note), videoUrl: null, publishedAt }
          : { path: address ? querystring.unescape(address) : null }),
      },
      // A draft has no page to which its address could lead
      paths: state.status === 'draft' ? [] : readPaths(fields, { id, base }),
      pictures: picture ? [...pictures, picture.url] : pictures,
      category:
        type === 'post' ? truncate(readTerms(item)[0] ?? '', siteImportLimits.category - 3) || null : null,
      standsFor,
    };
  }
}

const namesOfPosts = /(?:^|[\s/-])(?:blogs?|news|newsroom|posts|articles|amawulire|habari)(?:$|[\s/-])/i;

/**
 * What the page was for on the old site. The file does not say which page lists the posts: it is known by its usual
 * names, and by having no text, since WordPress shows none of it.
 */
function findPurpose(
  { link = '', title = '', 'wp:post_name': name = '', 'wp:status': status }: WordPressItem['fields'],
  base: string,
  html: string,
): ReadItem['standsFor'] {
  if (status !== 'publish') return null;
  if (isFrontAddress(link, base)) return 'home';
  return !html && [title, name].some((one) => namesOfPosts.test(one)) ? 'posts' : null;
}

/** Plugins add authors and recordings to an item. Here it has one author, and what its text has. */
function noteAdditions(
  { terms, fields, enclosures }: WordPressItem,
  names: ReadonlyMap<string, string>,
  note: Note,
) {
  const title = fields.title ?? '';
  const creator = fields['dc:creator']?.trim();
  for (const { domain, name } of terms)
    if (domain === 'author' && name !== creator)
      note('Further authors', `${title}: ${names.get(name) || name}`);
  const text = fields['content:encoded'] ?? '';
  for (const address of new Set(enclosures))
    if (!text.includes(address)) note('Recordings beside the text (enclosures)', `${title}: ${address}`);
}

/** WordPress shows the login of an author without a name, and most sites have an "admin". */
const isOfPerson = (author: string, login: string): boolean =>
  author !== login && !/^[a-z\d._@+-]*$/.test(author) && !/^(?:admin|administrator|webmaster)$/i.test(author);

function readTime({ fields }: WordPressItem): string | null {
  const { 'wp:post_date_gmt': universal = '', 'wp:post_date': local = '' } = fields;
  const isTime = (text: string) =>
    /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isTime(universal)) return new Date(`${universal.replace(' ', 'T')}Z`).toISOString();
  return isTime(local) ? fromLocalTime(local.replace(' ', 'T')) : null;
}

/** `publishedAt` keeps the day of publication. */
function readState(item: WordPressItem, note: Note, title: string) {
  const { 'wp:status': status = '', 'wp:post_password': password, 'wp:is_sticky': isSticky } = item.fields;
  const time = readTime(item);
  if (isSticky?.trim() === '1') note('Places at the top (sticky)', title);
  if (password?.trim()) note('Passwords: these are drafts', title);
  else if (status === 'publish') return { status: 'published', publishAt: null, publishedAt: time };
  else if (status === 'future' && time) {
    const isPossible = findOddDays({ publishAt: plannedDays }, { publishAt: time }).length === 0;
    if (isPossible) return { status: 'scheduled', publishAt: time, publishedAt: null };
  } else if (status === 'private') note('Private items: these are drafts', title);
  return { status: 'draft', publishAt: null, publishedAt: null };
}

const readTerms = ({ terms }: Pick<WordPressItem, 'terms'>): string[] =>
  terms.flatMap(({ domain, name }) => (domain === 'category' ? name : []));

function readCategory({ terms, fields }: WordPressItem, note: Note): PostCategory {
  for (const { domain } of terms) if (domain === 'post_tag') note('Tags', fields.title);
  const names = readTerms({ terms });
  const found = findCategory(names);
  if (found) return found;
  for (const name of names) {
    if (!/^(?:news|uncategori[sz]ed)$/i.test(name)) note(`Category “${name}”: these are News`, fields.title);
  }
  return 'news';
}

function readPaths(
  { link = '', guid = '', 'wp:post_type': type }: WordPressItem['fields'],
  { id, base }: { id: string; base: string },
) {
  const isPage = type === 'page';
  const folder = readFolder(base);
  const paths = [link, guid].flatMap((address) => {
    const url = parseAddress(address.trim());
    return url && !isFrontAddress(url.href, base) ? [url.pathname + url.search] : [];
  });
  const ofNumber = [`${folder}/?p=${id}`, ...(isPage ? [`${folder}/?page_id=${id}`] : [])];
  return [...new Set([...paths, ...ofNumber])].filter((path) => path.length <= 500 && path !== '/');
}

/** A file has a page, a number and an address of its own. */
function readFilePaths(
  { link = '', 'wp:post_id': id = '' }: WordPressItem['fields'],
  { address, base }: { address: string; base: string },
): string[] {
  const paths = [address, link.trim()].flatMap((one) => {
    const url = parseAddress(one);
    return url && isAddressOfSite(url, base) ? url.pathname + url.search : [];
  });
  const folder = readFolder(base);
  const ofNumber = [`${folder}/?attachment_id=${id}`, `${folder}/?p=${id}`];
  return [...new Set([...paths, ...ofNumber])].filter((path) => path.length <= 500 && path !== '/');
}

export { readSite as read };
