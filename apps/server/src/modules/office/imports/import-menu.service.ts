import { type SiteSettings, siteSettings } from '@institute/contract';
import { nestMenuEntries, siteImportLimits } from '@institute/contract/imports.constants';
import { ownPagesFolder } from '@institute/contract/pages.constants';
import { isNamedPage, MENU_LABEL_LENGTH, menuPaths } from '@institute/contract/site.constants';
import { truncate } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../context.ts';
import { int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { isAddressForOwners, otherSiteMessage } from '../../platform/site/other-sites.service.ts';
import type { TargetService } from './import-file.service.ts';
import { listShownCategories } from './import-redirects.service.ts';
import { earlierItemSql, hasReplacedTextSql, versionSql } from './item-sql.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

type ReadCtx = Pick<Ctx, 'em' | 'content'>;
export type MenuCtx = ReadCtx & Pick<Ctx, 'config' | 'actor'>;

const menuPageColumns = {
  id: int,
  source: text,
  title: text,
  path: textOrNull,
  builtIn: textOrNull,
  paths: z.array(z.string()),
};

const findPageTable = ({ content }: Pick<Ctx, 'content'>) =>
  content.find(({ type }) => type === 'page')?.table;

/** Pages to which a menu may lead: those of this import first, then those that came with earlier ones. */
const listMenuPages = (ctx: ReadCtx, importId: number) =>
  readRows(ctx.em, menuPageColumns)(
    `select item.id, item.source, coalesce(own.title, item.title) as title, item.paths,
       case when item.replaces_text or item.built_in = '' then item.built_in end as "builtIn",
       coalesce(own.path, item.input->>'path') as path
     from import_items as item join imports on imports.id = item.import_id
     left join lateral (${earlierItemSql('earlier.item_id')}) as earlier on item.import_id = ?
     left join ${findPageTable(ctx)} as own on own.id = coalesce(item.item_id, earlier.item_id) and own.deleted_at is null
     where item.type = 'page' and (own.id is not null or item.replaces_text
         or item.import_id = ? and earlier.item_id is null and not ${hasReplacedTextSql})
       and (item.import_id = ? or imports.state = 'done'
         and (imports.site is null or imports.site = (select site from imports where id = ?)))
     order by item.import_id = ? desc, item.id desc`,
    [importId, importId, importId, importId, importId],
  );

const toPlainPath = (path: string): string => path.replace(/(?<=.)\/$/, '').toLowerCase();

/**
 * Returns each old entry with its new menu address, or the reason why it has none. `pageId` is the id of an import
 * item.
 */
export async function planMenu(ctx: MenuCtx, importId: number, menu: readonly OldMenuEntry[]) {
  if (menu.length === 0) return [];
  const importedPages = (await listMenuPages(ctx, importId)).toReversed();
  const pagesBySource = new Map(importedPages.map((page) => [page.source, page]));
  const pagesByPath = new Map(
    importedPages.flatMap((page) => page.paths.map((path) => [toPlainPath(path), page])),
  );
  const takenEntries = new Set<string>();
  const availableCategories = menu.some(({ address }) => readCategory(address))
    ? await listCategories(ctx, importId)
    : new Set();
  return menu.map(({ title, source, address, isBelow }) => {
    const pathOnOwnSite = address?.startsWith('/') ? toPlainPath(address) : null;
    const linkedPage = source
      ? pagesBySource.get(source)
      : pathOnOwnSite === null || pathOnOwnSite === '/'
        ? undefined
        : pagesByPath.get(pathOnOwnSite);
    const isOtherSite = pathOnOwnSite === null && address !== null;
    const linkedCategory = readCategory(pathOnOwnSite);
    const categoryPath =
      linkedCategory && (availableCategories.has(linkedCategory) ? pathOnOwnSite : '/news');
    const knownAddress = isOtherSite
      ? address
      : (categoryPath ?? menuPaths.find((path) => path === pathOnOwnSite));
    const wantedEntry = linkedPage
      ? linkedPage.builtIn === null
        ? `${ownPagesFolder}/${linkedPage.path}`
        : `/${linkedPage.builtIn}`
      : (knownAddress ?? undefined);
    const linkLabel = wantedEntry && !isNamedPage(wantedEntry) ? makeLinkLabel(title, wantedEntry) : null;
    const isAddressRefused = isOtherSite && isAddressForOwners(ctx, address);
    const refusalReason = isAddressRefused
      ? otherSiteMessage
      : findMenuFault({ isBelow, label: linkLabel, wanted: wantedEntry, taken: takenEntries });
    if (wantedEntry && !refusalReason) takenEntries.add(wantedEntry);
    return {
      title,
      pageId: linkedPage?.id ?? null,
      pageTitle: linkedPage?.title ?? null,
      entry: refusalReason ? null : (wantedEntry ?? null),
      label: linkLabel,
      isBelow,
      why: refusalReason,
    };
  });
}

const readCategory = (path: string | null): string | undefined =>
  /^\/news\?category=(\w+)$/.exec(path ?? '')?.[1];

/** Categories of the posts that are here, or come with this import. */
async function listCategories(ctx: ReadCtx, importId: number): Promise<Set<string>> {
  const comingCategories = await readRows(ctx.em, { category: text })(
    `select distinct input->>'category' as category from import_items
     where import_id = ? and type = 'post' and input->>'status' = 'published'`,
    [importId],
  );
  return new Set([...(await listShownCategories(ctx)), ...comingCategories.map(({ category }) => category)]);
}

const ELLIPSIS_LENGTH = 3;
const makeLinkLabel = (title: string, address: string): string =>
  truncate(title || new URL(address).host, MENU_LABEL_LENGTH - ELLIPSIS_LENGTH);

interface MenuFacts {
  isBelow: boolean;
  label: string | null;
  wanted: string | undefined;
  taken: ReadonlySet<string>;
}

/** Returns the reason why an entry cannot be in the menu. */
function findMenuFault({ isBelow, label, wanted, taken }: MenuFacts): string | null {
  if (!wanted) return 'It leads to no page';
  if (label && !siteSettings.shape.menu.safeParse([{ entry: wanted, hidden: false, label }]).success)
    return 'A link to another site starts with https://';
  if (isBelow && wanted === '/') return 'Home stands at the top';
  return taken.has(wanted) ? 'It stands there twice' : null;
}

type PlannedMenu = Awaited<ReturnType<typeof planMenu>>;
type SiteMenu = SiteSettings['menu'];

/** Joins the imported menu and the present one. Present entries that the imported menu lacks come last. */
export function joinMenus(planned: PlannedMenu, present: SiteMenu): SiteMenu {
  const comingEntries = nestMenuEntries(planned).flatMap(
    ({ entry, label, below }): SiteMenu =>
      entry === null
        ? []
        : [{ entry, hidden: false, ...(label && { label }), ...(below && { below: true }) }],
  );
  const takenEntries = new Set(comingEntries.map(({ entry }) => entry));
  let topEntry = '';
  const otherEntries = present.flatMap(({ below, ...one }): SiteMenu => {
    if (!below) topEntry = one.entry;
    if (takenEntries.has(one.entry)) return [];
    // When its parent moves to the front, a nested entry moves to the top level, so that it does not land below
    // another parent
    return [{ ...one, ...(below && !takenEntries.has(topEntry) && { below }) }];
  });
  return [...comingEntries.slice(0, siteImportLimits.menu - otherEntries.length), ...otherEntries];
}

/**
 * The menu shows pages that the office wrote only if their `inMenu` is set. Returns the ids of the pages for which it
 * was set now.
 */
export async function putPagesIntoMenu(
  tx: TxCtx,
  pages: TargetService,
  planned: PlannedMenu,
): Promise<number[]> {
  const folder = `${ownPagesFolder}/`;
  const pagePaths = planned.flatMap(({ entry }) =>
    entry?.startsWith(folder) ? entry.slice(folder.length) : [],
  );
  return setPagesInMenu(tx, pages, { column: 'path', values: pagePaths, inMenu: true });
}

export async function takePagesOutOfMenu(
  tx: TxCtx,
  pages: TargetService,
  ids: readonly number[],
): Promise<void> {
  await setPagesInMenu(tx, pages, { column: 'id', values: ids, inMenu: false });
}

interface MenuChange {
  column: 'id' | 'path';
  values: readonly (string | number)[];
  inMenu: boolean;
}

async function setPagesInMenu(tx: TxCtx, pages: TargetService, { column, values, inMenu }: MenuChange) {
  if (values.length === 0) return [];
  const changingPages = await readRows(tx.em, { id: int, version: int })(
    `select id, version from ${findPageTable(tx)} where ${column} in (${values.map(() => '?').join(', ')})
     and in_menu <> ? and deleted_at is null order by id for update`,
    [...values, inMenu],
  );
  for (const { id, version } of changingPages) {
    await pages.update(tx, id, { inMenu });
    tx.em.clear();
    // Only the import changed the page, so the stored version follows. A later import or an Undo may then still
    // change the page
    await tx.em.execute(
      `update import_items set version = ${versionSql(tx)} where type = 'page' and item_id = ? and version = ?`,
      [id, version],
    );
  }
  return listIds(changingPages);
}
