import { siteImportLimits } from '@institute/contract/imports.constants';
import { menuPaths } from '@institute/contract/site.constants';
import { truncate } from '@institute/contract/text';
import { parseAddress } from '@institute/contract/web-address';
import { isAddressOfSite, isFrontAddress, readSiteFolder } from './old-site.ts';
import { findCategory } from './post-category.ts';

export interface OldMenuEntry {
  title: string;
  /** Source of the imported item that the entry opens. */
  source: string | null;
  /** A path of the old site, or an address elsewhere. */
  address: string | null;
  isBelow: boolean;
}

type FieldTexts = Partial<Record<string, string>>;

export interface OldMenuItem {
  fields: FieldTexts;
  meta: FieldTexts;
  terms: readonly { domain: string; name: string }[];
}

const MAX_TITLE_LENGTH = 100;
const mainMenuPattern = /main|primary|header|top/i;

interface MenuTargets {
  base: string;
  /** Posts and pages by their number. */
  targets: ReadonlyMap<string, { source: string; title: string }>;
  /** Names of categories and tags by their number. */
  terms: ReadonlyMap<string, string>;
}

/** Reads the main menu: the one with a name such as "Primary", else the longest. Footers have menus too. */
export function readMenu(
  items: readonly OldMenuItem[],
  { base, targets, terms }: MenuTargets,
): OldMenuEntry[] {
  const itemsByMenu = Map.groupBy(
    items,
    ({ terms }) => terms.find(({ domain }) => domain === 'nav_menu')?.name ?? '',
  );
  const [main] = [...itemsByMenu].toSorted(
    ([one, ofOne], [other, ofOther]) =>
      Number(mainMenuPattern.test(other)) - Number(mainMenuPattern.test(one)) ||
      ofOther.length - ofOne.length,
  );
  const mainMenuItems = (main?.[1] ?? []).toSorted((one, other) => readMenuRank(one) - readMenuRank(other));
  return mainMenuItems.slice(0, siteImportLimits.menu).map(({ fields, meta }) => {
    const targetItem = meta._menu_item_type === 'post_type' && targets.get(meta._menu_item_object_id ?? '');
    const isTermEntry = meta._menu_item_type === 'taxonomy';
    const termName = (isTermEntry && terms.get(meta._menu_item_object_id ?? '')) || '';
    const postCategory = findCategory([termName]);
    const postListPath = postCategory ? `/news?category=${postCategory}` : '/news';
    const isPostsEntry = isTermEntry || meta._menu_item_object === 'post';
    const entryTitle = fields.title || (targetItem ? targetItem.title : termName);
    return {
      title: truncate(entryTitle, MAX_TITLE_LENGTH),
      source: targetItem ? targetItem.source : null,
      address: targetItem
        ? null
        : isPostsEntry
          ? postListPath
          : readAddress(readTargetAddress(meta, base), base),
      isBelow: !/^0?$/.test(meta._menu_item_menu_item_parent ?? ''),
    };
  });
}

/** A page that is missing in this file may have come with an earlier file, so its numbered address is used. */
const readTargetAddress = (
  { _menu_item_object: kind, _menu_item_object_id: id, _menu_item_url: url }: FieldTexts,
  base: string,
) => (kind === 'page' && id ? `${readSiteFolder(base)}/?page_id=${id}` : url || '#');

const readMenuRank = ({ fields }: OldMenuItem): number => Number(fields['wp:menu_order']) || 0;

/** `#` marks an entry that only opens a submenu, so it has no address. */
function readAddress(given: string, base: string): string | null {
  const url = given.startsWith('#') ? undefined : parseAddress(given, base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (!isAddressOfSite(url, base)) return url.href;
  if (isFrontAddress(url.href, base)) return '/';
  // On a site in a folder, usual addresses such as `/about` stand below that folder
  const pathOnSite = url.pathname.replace(/(?<=.)\/$/, '').slice(readSiteFolder(base).length);
  return menuPaths.find((known) => known === pathOnSite + url.search) ?? url.pathname + url.search;
}
