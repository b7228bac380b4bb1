import { type SiteSettings, siteSettings } from '@institute/contract';
import { nestMenuEntries, siteImportLimits } from '@institute/contract/imports.constants';
import { pageFolder } from '@institute/contract/pages.constants';
import { isNamedPage, MENU_LABEL_LENGTH, menuPaths } from '@institute/contract/site.constants';
import { truncate } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../context.ts';
import { int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { isAddressForOwners, otherSiteMessage } from '../../platform/site/other-sites.service.ts';
import type { Service } from './import-file.service.ts';
import { listShownCategories } from './import-redirects.service.ts';
import { earlierItemSql, hasTextSql, versionSql } from './item-sql.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

type Reader = Pick<Ctx, 'em' | 'content'>;
export type MenuReader = Reader & Pick<Ctx, 'config' | 'actor'>;

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
const listMenuPages = (ctx: Reader, importId: number) =>
  readRows(ctx.em, menuPageColumns)(
    `select item.id, item.source, coalesce(own.title, item.title) as title, item.paths,
       case when item.replaces_text or item.built_in = '' then item.built_in end as "builtIn",
       coalesce(own.path, item.input->>'path') as path
     from import_items as item join imports on imports.id = item.import_id
     left join lateral (${earlierItemSql('earlier.item_id')}) as earlier on item.import_id = ?
     left join ${findPageTable(ctx)} as own on own.id = coalesce(item.item_id, earlier.item_id) and own.deleted_at is null
     where item.type = 'page' and (own.id is not null or item.replaces_text
         or item.import_id = ? and earlier.item_id is null and not ${hasTextSql})
       and (item.import_id = ? or imports.state = 'done'
         and (imports.site is null or imports.site = (select site from imports where id = ?)))
     order by item.import_id = ? desc, item.id desc`,
    [importId, importId, importId, importId, importId],
  );

const toPlainPath = (path: string): string => path.replace(/(?<=.)\/$/, '').toLowerCase();

/** Each entry with its address in the menu here, or why it has none. `pageId` is that of an item of an import. */
export async function planMenu(ctx: MenuReader, importId: number, menu: readonly OldMenuEntry[]) {
  if (menu.length === 0) return [];
  const pages = (await listMenuPages(ctx, importId)).toReversed();
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const byPath = new Map(pages.flatMap((page) => page.paths.map((path) => [toPlainPath(path), page])));
  const takenEntries = new Set<string>();
  const categories = menu.some(({ address }) => readCategory(address))
    ? await listCategories(ctx, importId)
    : new Set();
  return menu.map(({ title, source, address, isBelow }) => {
    const ownPath = address?.startsWith('/') ? toPlainPath(address) : null;
    const page = source
      ? bySource.get(source)
      : ownPath === null || ownPath === '/'
        ? undefined
        : byPath.get(ownPath);
    const isElsewhere = ownPath === null && address !== null;
    const category = readCategory(ownPath);
    const ofCategory = category && (categories.has(category) ? ownPath : '/news');
    const known = isElsewhere ? address : (ofCategory ?? menuPaths.find((path) => path === ownPath));
    const wantedEntry = page
      ? page.builtIn === null
        ? `${pageFolder}/${page.path}`
        : `/${page.builtIn}`
      : (known ?? undefined);
    const label = wantedEntry && !isNamedPage(wantedEntry) ? nameLink(title, wantedEntry) : null;
    const isRefused = isElsewhere && isAddressForOwners(ctx, address);
    const why = isRefused
      ? otherSiteMessage
      : findMenuFault({ isBelow, label, wanted: wantedEntry, taken: takenEntries });
    if (wantedEntry && !why) takenEntries.add(wantedEntry);
    return {
      title,
      pageId: page?.id ?? null,
      pageTitle: page?.title ?? null,
      entry: why ? null : (wantedEntry ?? null),
      label,
      isBelow,
      why,
    };
  });
}

const readCategory = (path: string | null): string | undefined =>
  /^\/news\?category=(\w+)$/.exec(path ?? '')?.[1];

/** Categories of the posts that are here, or come with this import. */
async function listCategories(ctx: Reader, importId: number): Promise<Set<string>> {
  const coming = await readRows(ctx.em, { category: text })(
    `select distinct input->>'category' as category from import_items
     where import_id = ? and type = 'post' and input->>'status' = 'published'`,
    [importId],
  );
  return new Set([...(await listShownCategories(ctx)), ...coming.map(({ category }) => category)]);
}

const ELLIPSIS_LENGTH = 3;
const nameLink = (title: string, address: string): string =>
  truncate(title || new URL(address).host, MENU_LABEL_LENGTH - ELLIPSIS_LENGTH);

interface MenuFacts {
  isBelow: boolean;
  label: string | null;
  wanted: string | undefined;
  taken: ReadonlySet<string>;
}

/** Finds the reason why the menu cannot have an entry. */
function findMenuFault({ isBelow, label, wanted, taken }: MenuFacts): string | null {
  if (!wanted) return 'It leads to no page';
  if (label && !siteSettings.shape.menu.safeParse([{ entry: wanted, hidden: false, label }]).success)
    return 'A link to another site starts with https://';
  if (isBelow && wanted === '/') return 'Home stands at the top';
  return taken.has(wanted) ? 'It stands there twice' : null;
}

type PlannedMenu = Awaited<ReturnType<typeof planMenu>>;
type Menu = SiteSettings['menu'];

/** Joins the two menus. Entries that the old menu does not name come last. */
export function joinMenus(planned: PlannedMenu, present: Menu): Menu {
  const coming = nestMenuEntries(planned).flatMap(
    ({ entry, label, below }): Menu =>
      entry === null
        ? []
        : [{ entry, hidden: false, ...(label && { label }), ...(below && { below: true }) }],
  );
  const takenEntries = new Set(coming.map(({ entry }) => entry));
  let top = '';
  const others = present.flatMap(({ below, ...one }): Menu => {
    if (!below) top = one.entry;
    if (takenEntries.has(one.entry)) return [];
    // An entry below one that moves to the front must not end up below another one
    return [{ ...one, ...(below && !takenEntries.has(top) && { below }) }];
  });
  return [...coming.slice(0, siteImportLimits.menu - others.length), ...others];
}

/** Own pages are shown in the menu only when they say so themselves. Returns those that did not. */
export async function putPagesIntoMenu(tx: TxCtx, pages: Service, planned: PlannedMenu): Promise<number[]> {
  const folder = `${pageFolder}/`;
  const paths = planned.flatMap(({ entry }) => (entry?.startsWith(folder) ? entry.slice(folder.length) : []));
  return setInMenu(tx, pages, { column: 'path', values: paths, inMenu: true });
}

export async function takePagesOutOfMenu(tx: TxCtx, pages: Service, ids: readonly number[]): Promise<void> {
  await setInMenu(tx, pages, { column: 'id', values: ids, inMenu: false });
}

interface MenuChange {
  column: 'id' | 'path';
  values: readonly (string | number)[];
  inMenu: boolean;
}

async function setInMenu(tx: TxCtx, pages: Service, { column, values, inMenu }: MenuChange) {
  if (values.length === 0) return [];
  const changing = await readRows(tx.em, { id: int, version: int })(
    `select id, version from ${findPageTable(tx)} where ${column} in (${values.map(() => '?').join(', ')})
     and in_menu <> ? and deleted_at is null order by id for update`,
    [...values, inMenu],
  );
  for (const { id, version } of changing) {
    await pages.update(tx, id, { inMenu });
    tx.em.clear();
    // Nobody of the office has changed it, so a later import and the Undo of an earlier one still may
    await tx.em.execute(
      `update import_items set version = ${versionSql(tx)} where type = 'page' and item_id = ? and version = ?`,
      [id, version],
    );
  }
  return listIds(changing);
}
