import querystring from 'node:querystring';
import type { ContentType } from '@institute/contract';
import { plannedDays } from '@institute/contract/day-bounds';
import { findOddDays } from '@institute/contract/day-faults';
import { fieldLimits } from '@institute/contract/fields.constants';
import { type LeftOutContent, siteImportLimits } from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { pageLimits } from '@institute/contract/pages.constants';
import { type PostCategory, postLimits } from '@institute/contract/posts.constants';
import { readPostText, truncate } from '@institute/contract/text';
import { fromLocalTime } from '@institute/contract/time';
import { parseAddress } from '@institute/contract/web-address';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { isNestedTooDeep } from '../../platform/content/post-html.ts';
import { isImportableFile, isPictureFile } from './import-file-kind.ts';
import { type LeftOutNotes, makeLeftOutNotes } from './left-out.ts';
import { isAddressOfSite, isFrontAddress, readSiteFolder } from './old-site.ts';
import { findCategory } from './post-category.ts';
import { readWordPress, type WordPressItem } from './wordpress-file.reader.ts';
import { type ListOfPosts, readLists } from './wordpress-lists.ts';
import { type OldMenuEntry, type OldMenuItem, readMenu } from './wordpress-menu.ts';
import { type Attachment, cleanText } from './wordpress-text.reader.ts';

export interface OldSiteItem {
  /** The item's key in the file. */
  source: string;
  type: ContentType;
  title: string;
  input: Record<string, unknown>;
  paths: string[];
  pictures: string[];
  /** The item's first category on the old site. */
  category: string | null;
  /** Set when the old page was the front page or the list of posts. The built-in page then stands for it. */
  standsFor: 'home' | 'posts' | null;
}

/** Items that were read since the last result. */
export interface OldSitePart {
  /** Address of the old site. Empty when the file does not contain it. */
  base: string;
  items: OldSiteItem[];
  leftOut: LeftOutContent[];
  /** Files of the media library. */
  files: OldSiteFile[];
  lists: ListOfPosts[];
  menu: OldMenuEntry[];
}

export interface OldSiteFile {
  address: string;
  title: string;
  /** Old addresses that led to the file. */
  paths: string[];
}

const ITEMS_AT_ONCE = 20;
const MAX_MENU_ITEMS = 1000;
const SHORTEN_ADVICE = 'shorten them and export again';

/** `site` is the address of the old site, for a file that does not contain it. */
async function* readWordPressItems({
  file,
  site = '',
}: {
  file: string;
  site?: string;
}): AsyncGenerator<OldSitePart> {
  const exportOverview = await readReferencedEntries(file, site);
  const { base, files } = exportOverview;
  const emptyPart: OldSitePart = { base, items: [], leftOut: [], files: [], lists: [], menu: [] };
  yield {
    ...emptyPart,
    files,
    lists: readLists(exportOverview),
    menu: readMenu(exportOverview.menuItems, exportOverview),
  };
  let leftOutNotes = makeLeftOutNotes();
  let itemsOfPart: OldSiteItem[] = [];
  for await (const item of readItems(file, exportOverview, (what, title, count) =>
    leftOutNotes.add(what, title, count),
  )) {
    itemsOfPart.push(item);
    if (itemsOfPart.length < ITEMS_AT_ONCE) continue;
    yield { ...emptyPart, items: itemsOfPart, leftOut: leftOutNotes.list() };
    leftOutNotes = makeLeftOutNotes();
    itemsOfPart = [];
  }
  yield { ...emptyPart, items: itemsOfPart, leftOut: leftOutNotes.list() };
}

/** Reads the entries to which texts refer, before the texts themselves, because they may be anywhere in the file. */
async function readReferencedEntries(file: string, site: string) {
  const attachmentsById = new Map<string, Attachment & ReturnType<typeof readAttachmentPlace>>();
  const namesByLogin = new Map<string, string>();
  const creatorLogins = new Set<string>();
  const authorIds: string[] = [];
  const menuTargetsById = new Map<string, { source: string; title: string }>();
  const menuItems: OldMenuItem[] = [];
  const attachmentFiles: OldSiteFile[] = [];
  const categoryFields: WordPressItem['fields'][] = [];
  const termNamesById = new Map<string, string>();
  let siteAddress = site;
  let blogAddress = '';
  let items = 0;
  for await (const exportEntry of readWordPress(file)) {
    if ('base' in exportEntry) {
      blogAddress = exportEntry.base;
      siteAddress = blogAddress || siteAddress;
    } else if ('link' in exportEntry) siteAddress = exportEntry.link || siteAddress;
    else if ('category' in exportEntry) {
      categoryFields.push(exportEntry.category);
      termNamesById.set(exportEntry.category['wp:term_id'] ?? '', exportEntry.category['wp:cat_name'] ?? '');
    } else if ('term' in exportEntry) {
      const { 'wp:term_id': id = '', 'wp:tag_name': tag, 'wp:term_name': name = '' } = exportEntry.term;
      termNamesById.set(id, tag ?? name);
    } else if ('author' in exportEntry) {
      const { 'wp:author_login': login = '', 'wp:author_display_name': name = '' } = exportEntry.author;
      namesByLogin.set(login, name);
      authorIds.push(exportEntry.author['wp:author_id'] ?? '');
    } else {
      items += 1;
      if (items > siteImportLimits.items)
        throw new FileRefusal(
          'This file has more than 20,000 items. Export posts and pages each by themselves.',
        );
      const { fields, meta, terms } = exportEntry.item;
      const postType = fields['wp:post_type'] ?? '';
      if (postType === 'nav_menu_item' && menuItems.length < MAX_MENU_ITEMS)
        menuItems.push({
          fields: { title: fields.title, 'wp:menu_order': fields['wp:menu_order'] },
          meta,
          terms,
        });
      if (postType === 'post' || postType === 'page')
        menuTargetsById.set(fields['wp:post_id'] ?? '', {
          source: makeSourceKey(fields, blogAddress),
          title: fields.title ?? '',
        });
      if (postType === 'post') creatorLogins.add(fields['dc:creator']?.trim() ?? '');
      const id = fields['wp:post_id'] ?? '';
      const attachmentAddress = parseAddress(fields['wp:attachment_url']?.trim() ?? '')?.href;
      if (!attachmentAddress || !isImportableFile(attachmentAddress)) continue;
      attachmentFiles.push({
        address: attachmentAddress,
        title: fields.title ?? '',
        paths: readFilePaths(fields, { address: attachmentAddress, base: siteAddress }),
      });
      if (isPictureFile(attachmentAddress)) {
        const alternativeText = meta._wp_attachment_image_alt ?? '';
        attachmentsById.set(id, {
          id,
          url: attachmentAddress,
          alt: alternativeText,
          ...readAttachmentPlace(fields),
        });
      }
    }
  }
  return {
    base: siteAddress,
    blog: blogAddress,
    attachments: attachmentsById,
    names: namesByLogin,
    creators: creatorLogins,
    authors: authorIds,
    categories: categoryFields,
    terms: termNamesById,
    targets: menuTargetsById,
    menuItems,
    files: attachmentFiles,
  };
}

type AddLeftOutNote = LeftOutNotes['add'];

const makeSourceKey = ({ guid, 'wp:post_id': id = '' }: WordPressItem['fields'], blog: string): string =>
  `${guid?.trim() || blog}#${id}`;

/** Returns the item for which an attachment was uploaded, and the attachment's rank in it. */
const readAttachmentPlace = (fields: WordPressItem['fields']) => ({
  parent: fields['wp:post_parent']?.trim() ?? '',
  rank: Number(fields['wp:menu_order']) || 0,
});

const internalTypePattern = /^(?:revision|wp_\w+|custom_css|customize_changeset|oembed_cache)$/;

async function* readItems(
  file: string,
  { base, blog, attachments, names, creators, files }: Awaited<ReturnType<typeof readReferencedEntries>>,
  note: AddLeftOutNote,
): AsyncGenerator<OldSiteItem> {
  const childrenByParent = Map.groupBy(
    [...attachments.values()].toSorted((one, other) => one.rank - other.rank),
    ({ parent }) => parent,
  );
  const titlesByAddress = new Map(files.map(({ address, title }) => [address, title]));
  const originalFileAddresses = new Set(titlesByAddress.keys());
  for await (const entry of readWordPress(file)) {
    if (!('item' in entry)) continue;
    const { item } = entry;
    const { fields, comments } = item;
    const { 'wp:post_type': type = '', 'wp:post_id': id = '' } = fields;
    const fullTitle = fields.title ?? '';
    if (comments > 0) note('Comments', fullTitle, comments);
    if (type !== 'post' && type !== 'page') {
      if (internalTypePattern.test(type)) note("Parts of WordPress' own looks");
      else if (type === 'nav_menu_item') continue;
      else if (type !== 'attachment') note(`Items of the kind “${type}”`, fullTitle);
      else if (!isImportableFile(fields['wp:attachment_url']?.trim() ?? ''))
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
    const rawHtml = fields['content:encoded'] ?? '';
    if (isNestedTooDeep(rawHtml)) {
      note(`Texts with more than ${postLimits.depth} tags within each other: ${SHORTEN_ADVICE}`, fullTitle);
      continue;
    }
    const listChildren = (parent = id) => childrenByParent.get(parent) ?? [];
    const textContext = {
      base,
      attachments,
      listChildren,
      originals: originalFileAddresses,
      titles: titlesByAddress,
      note: (what: string) => note(what, fullTitle),
    };
    noteAdditions(item, names, note);
    const { html, pictures } = cleanText(rawHtml, textContext);
    const { title: length } = type === 'post' ? postLimits : pageLimits;
    const itemTitle = truncate(fullTitle || readPostText(html).slice(0, 60) || 'Untitled', length - 3);
    const pagePurpose = type === 'page' ? findPagePurpose(fields, base, html) : null;
    if (!html && !pagePurpose) {
      note('Items without a text', itemTitle);
      continue;
    }
    const authorLogin = fields['dc:creator']?.trim() ?? '';
    const authorName = names.get(authorLogin) ?? '';
    const hasByline = type === 'post' && creators.size > 1 && isPersonName(authorName, authorLogin);
    const mainPicture = attachments.get(item.meta._thumbnail_id ?? '');
    const address = fields['wp:post_name']?.trim();
    const { publishedAt, ...state } = readItemState(item, note, itemTitle);
    yield {
      source: makeSourceKey(fields, blog),
      type,
      title: itemTitle,
      input: {
        title: itemTitle,
        content: hasByline ? `${html}<p>By ${escapeHtml(authorName)}</p>` : html,
        imageUrl: mainPicture?.url ?? null,
        imageAlt: mainPicture?.alt.slice(0, fieldLimits.imageAlt) || null,
        ...state,
        ...(type === 'post'
          ? { category: readCategory(item, note), videoUrl: null, publishedAt }
          : { path: address ? querystring.unescape(address) : null }),
      },
      // A draft has no page, so its old addresses have nowhere to lead
      paths: state.status === 'draft' ? [] : readPaths(fields, { id, base }),
      pictures: mainPicture ? [...pictures, mainPicture.url] : pictures,
      category:
        type === 'post'
          ? truncate(listCategoryNames(item)[0] ?? '', siteImportLimits.category - 3) || null
          : null,
      standsFor: pagePurpose,
    };
  }
}

const postListNamePattern =
  /(?:^|[\s/-])(?:blogs?|news|newsroom|posts|articles|amawulire|habari)(?:$|[\s/-])/i;

/**
 * Returns what the page was for on the old site. The file does not name the page that lists the posts. It is
 * recognised by a usual name and an empty text, because WordPress shows no text of it.
 */
function findPagePurpose(
  { link = '', title = '', 'wp:post_name': name = '', 'wp:status': status }: WordPressItem['fields'],
  base: string,
  html: string,
): OldSiteItem['standsFor'] {
  if (status !== 'publish') return null;
  if (isFrontAddress(link, base)) return 'home';
  return !html && [title, name].some((one) => postListNamePattern.test(one)) ? 'posts' : null;
}

/**
 * Plugins add authors and recordings to an item. They are noted as left out, because an item here has one author and
 * only its text.
 */
function noteAdditions(
  { terms, fields, enclosures }: WordPressItem,
  names: ReadonlyMap<string, string>,
  note: AddLeftOutNote,
) {
  const title = fields.title ?? '';
  const creatorLogin = fields['dc:creator']?.trim();
  for (const { domain, name } of terms)
    if (domain === 'author' && name !== creatorLogin)
      note('Further authors', `${title}: ${names.get(name) || name}`);
  const postContent = fields['content:encoded'] ?? '';
  for (const address of new Set(enclosures))
    if (!postContent.includes(address))
      note('Recordings beside the text (enclosures)', `${title}: ${address}`);
}

/** False for logins and names such as "admin", which WordPress shows for authors without a name. */
const isPersonName = (author: string, login: string): boolean =>
  author !== login && !/^[a-z\d._@+-]*$/.test(author) && !/^(?:admin|administrator|webmaster)$/i.test(author);

function readPublishTime({ fields }: WordPressItem): string | null {
  const { 'wp:post_date_gmt': universal = '', 'wp:post_date': local = '' } = fields;
  const isTimeText = (text: string) =>
    /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isTimeText(universal)) return new Date(`${universal.replace(' ', 'T')}Z`).toISOString();
  return isTimeText(local) ? fromLocalTime(local.replace(' ', 'T')) : null;
}

/** `publishedAt` keeps the day of publication. */
function readItemState(item: WordPressItem, note: AddLeftOutNote, title: string) {
  const { 'wp:status': status = '', 'wp:post_password': password, 'wp:is_sticky': isSticky } = item.fields;
  const publishTime = readPublishTime(item);
  if (isSticky?.trim() === '1') note('Places at the top (sticky)', title);
  if (password?.trim()) note('Passwords: these are drafts', title);
  else if (status === 'publish') return { status: 'published', publishAt: null, publishedAt: publishTime };
  else if (status === 'future' && publishTime) {
    const isPossibleDay = findOddDays({ publishAt: plannedDays }, { publishAt: publishTime }).length === 0;
    if (isPossibleDay) return { status: 'scheduled', publishAt: publishTime, publishedAt: null };
  } else if (status === 'private') note('Private items: these are drafts', title);
  return { status: 'draft', publishAt: null, publishedAt: null };
}

const listCategoryNames = ({ terms }: Pick<WordPressItem, 'terms'>): string[] =>
  terms.flatMap(({ domain, name }) => (domain === 'category' ? name : []));

function readCategory({ terms, fields }: WordPressItem, note: AddLeftOutNote): PostCategory {
  for (const { domain } of terms) if (domain === 'post_tag') note('Tags', fields.title);
  const categoryNames = listCategoryNames({ terms });
  const ownCategory = findCategory(categoryNames);
  if (ownCategory) return ownCategory;
  for (const categoryName of categoryNames) {
    if (!/^(?:news|uncategori[sz]ed)$/i.test(categoryName))
      note(`Category “${categoryName}”: these are News`, fields.title);
  }
  return 'news';
}

function readPaths(
  { link = '', guid = '', 'wp:post_type': type }: WordPressItem['fields'],
  { id, base }: { id: string; base: string },
) {
  const isPage = type === 'page';
  const folder = readSiteFolder(base);
  const linkPaths = [link, guid].flatMap((address) => {
    const url = parseAddress(address.trim());
    return url && !isFrontAddress(url.href, base) ? [url.pathname + url.search] : [];
  });
  const pathsWithPostNumber = [`${folder}/?p=${id}`, ...(isPage ? [`${folder}/?page_id=${id}`] : [])];
  return [...new Set([...linkPaths, ...pathsWithPostNumber])].filter(
    (path) => path.length <= 500 && path !== '/',
  );
}

/** Lists the old addresses of a file: its own, that of its page, and those by its number. */
function readFilePaths(
  { link = '', 'wp:post_id': id = '' }: WordPressItem['fields'],
  { address, base }: { address: string; base: string },
): string[] {
  const paths = [address, link.trim()].flatMap((one) => {
    const url = parseAddress(one);
    return url && isAddressOfSite(url, base) ? url.pathname + url.search : [];
  });
  const folder = readSiteFolder(base);
  const pathsWithFileNumber = [`${folder}/?attachment_id=${id}`, `${folder}/?p=${id}`];
  return [...new Set([...paths, ...pathsWithFileNumber])].filter(
    (path) => path.length <= 500 && path !== '/',
  );
}

export { readWordPressItems as read };
