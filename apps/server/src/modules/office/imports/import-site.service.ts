import { isDeepStrictEqual } from 'node:util';
import { type SiteSettings, siteSettings } from '@institute/contract';
import { placeBelow, siteImportLimits } from '@institute/contract/imports.constants';
import { pageFolder } from '@institute/contract/pages.constants';
import { MENU_LABEL, menuPaths, ownerSettings } from '@institute/contract/site.constants';
import { postText, truncate } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../context.ts';
import { int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { getSite, updateSite } from '../../platform/site/site.service.ts';
import type { SiteChanges } from './import.entity.ts';
import { earlierItemSql } from './item-sql.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

type Reader = Pick<Ctx, 'em' | 'content'>;

const textBlock = /<\/(?:p|h[2-4]|li|blockquote|pre|tr|figcaption)>|<hr \/>/g;

/** The words of an article, with a blank line between its paragraphs. */
const toPlainText = (html: string): string =>
  html
    .split(textBlock)
    .flatMap((block) => block.split('<br />').map(postText).filter(Boolean).join('\n') || [])
    .join('\n\n');

const owners: readonly string[] = Object.values(ownerSettings).flat();
const introOf = z
  .enum(Object.keys(siteSettings.shape.pages.shape) as [keyof SiteSettings['pages']])
  // An import has no password that an owner has just typed
  .refine((page) => !owners.includes(`pages.${page}`));

/** The part of the settings with this text in it, or undefined where the page has no such text or it is too long. */
function placeText(site: SiteSettings, path: string, words: string): Partial<SiteSettings> | undefined {
  const { about, pages } = site;
  const { data: page } = introOf.safeParse(path);
  const part =
    path === 'about'
      ? { about: { ...about, text: words } }
      : page && { pages: { ...pages, [page]: { ...pages[page], intro: words } } };
  return part && siteSettings.partial().safeParse(part).data;
}

const builtInColumns = { id: int, title: text, from: textOrNull, builtIn: text, path: text, html: text };

export async function listBuiltIn({ em }: Pick<Ctx, 'em'>, items: readonly { id: number }[]) {
  if (items.length === 0) return [];
  const { view } = await getSite({ em });
  const rows = await readRows(em, builtInColumns)(
    `select id, title, paths[1] as "from", built_in as "builtIn", input->>'path' as path, input->>'content' as html
     from import_items where id in (${items.map(() => '?').join(', ')}) order by id`,
    listIds(items),
  );
  return rows.map(({ html, builtIn, ...row }) => ({
    ...row,
    builtIn: `/${builtIn}`,
    mayReplace: placeText(view, builtIn, toPlainText(html)) !== undefined,
  }));
}

const menuPageColumns = {
  id: int,
  source: text,
  path: textOrNull,
  builtIn: textOrNull,
  paths: z.array(z.string()),
};

/** Pages of this import to which a menu may lead, those here already too. */
function listMenuPages({ em, content }: Reader, importId: number) {
  const { table } = content.find(({ type }) => type === 'page') ?? {};
  return readRows(em, menuPageColumns)(
    `select item.id, item.source, item.paths, case when item.replaces_text then item.built_in end as "builtIn",
       coalesce((select path from ${table} as own where own.id = coalesce(item.item_id, earlier.item_id)), item.input->>'path') as path
     from import_items as item left join lateral (${earlierItemSql('earlier.item_id')}) as earlier on true
     where item.import_id = ? and item.type = 'page'`,
    [importId],
  );
}

const plainPath = (path: string): string => path.replace(/(?<=.)\/$/, '').toLowerCase();

/** Each entry with its address in the menu here, or why it has none. */
export async function planMenu(ctx: Reader, importId: number, menu: readonly OldMenuEntry[]) {
  if (menu.length === 0) return [];
  const pages = await listMenuPages(ctx, importId);
  const taken = new Set<string>();
  return menu.map(({ title, source, address, isBelow }) => {
    const own = address?.startsWith('/') ? plainPath(address) : null;
    const page = pages.find((one) =>
      source ? one.source === source : own !== null && own !== '/' && one.paths.map(plainPath).includes(own),
    );
    const isElsewhere = own === null && address !== null;
    const known = isElsewhere ? address : menuPaths.find((path) => path === own);
    const wanted = page ? (page.builtIn ? `/${page.builtIn}` : `${pageFolder}/${page.path}`) : known;
    const label = isElsewhere ? nameLink(title, address) : null;
    const why = findMenuFault({ isBelow, label, wanted, taken });
    if (wanted && !why) taken.add(wanted);
    return { title, pageId: page?.id ?? null, entry: why ? null : (wanted ?? null), label, isBelow, why };
  });
}

const DOTS = 3;
const nameLink = (title: string, address: string): string =>
  truncate(title || new URL(address).host, MENU_LABEL - DOTS);

interface MenuFacts {
  isBelow: boolean;
  label: string | null;
  wanted: string | undefined;
  taken: ReadonlySet<string>;
}

/** What the menu here cannot have. */
function findMenuFault({ isBelow, label, wanted, taken }: MenuFacts): string | null {
  if (!wanted) return 'It leads to no page';
  if (label && !siteSettings.shape.menu.safeParse([{ entry: wanted, hidden: false, label }]).success)
    return 'A link to another site starts with https://';
  if (isBelow && wanted === '/') return 'Home stands at the top';
  return taken.has(wanted) ? 'It stands there twice' : null;
}

/** Pages that the menu names are those of the menu. */
export async function listMenuPageIds(ctx: Reader, importId: number, menu: readonly OldMenuEntry[]) {
  const entries = await planMenu(ctx, importId, menu);
  return new Set(entries.flatMap(({ entry, pageId }) => (entry?.startsWith(pageFolder) && pageId) || []));
}

interface StoredImport {
  id: number;
  menu: readonly OldMenuEntry[];
  takesMenu: boolean;
}

type Menu = SiteSettings['menu'];

function joinMenus(planned: Awaited<ReturnType<typeof planMenu>>, present: Menu): Menu {
  const coming = placeBelow(planned).flatMap(
    ({ entry, label, below }): Menu =>
      entry === null
        ? []
        : [{ entry, hidden: false, ...(label && { label }), ...(below && { below: true }) }],
  );
  const taken = new Set(coming.map(({ entry }) => entry));
  let top = '';
  const others = present.flatMap(({ below, ...one }): Menu => {
    if (!below) top = one.entry;
    if (taken.has(one.entry)) return [];
    // What stood below an entry that moves to the front is not to stand below another one
    return [{ ...one, ...(below && !taken.has(top) && { below }) }];
  });
  return [...coming.slice(0, siteImportLimits.menu - others.length), ...others];
}

/** Texts of pages of the site itself, and the menu: its entries first, and what it does not name after them. */
export async function changeSite(tx: TxCtx, { id, menu, takesMenu }: StoredImport): Promise<SiteChanges> {
  const replaced = await readRows(tx.em, { builtIn: text, html: text })(
    `select built_in as "builtIn", input->>'content' as html from import_items
     where import_id = ? and replaces_text order by id`,
    [id],
  );
  const { view: former } = await getSite(tx);
  let site = former;
  for (const { builtIn, html } of replaced)
    site = { ...site, ...placeText(site, builtIn, toPlainText(html)) };
  if (takesMenu) site = { ...site, menu: joinMenus(await planMenu(tx, id, menu), site.menu) };
  const parts = (['about', 'pages', 'menu'] as const).filter((part) => site[part] !== former[part]);
  if (parts.length === 0) return {};
  const { view } = await updateSite(tx, Object.fromEntries(parts.map((part) => [part, site[part]])));
  return Object.fromEntries(parts.map((part) => [part, { before: former[part], after: view[part] }]));
}

export async function restoreSite(tx: TxCtx, changes: SiteChanges): Promise<void> {
  const { view } = await getSite(tx);
  const former = Object.entries(changes).flatMap(([part, { before, after }]) => {
    const now = Object.entries(view).find(([key]) => key === part)?.[1];
    // As it was stored, where nothing is undefined
    return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), after) ? [[part, before] as const] : [];
  });
  const { data } = siteSettings.partial().safeParse(Object.fromEntries(former));
  if (data && former.length > 0) await updateSite(tx, data);
}
