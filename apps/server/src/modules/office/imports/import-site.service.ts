import { isDeepStrictEqual } from 'node:util';
import { type SiteSettings, siteSettings } from '@institute/contract';
import { ownerSettings } from '@institute/contract/site.constants';
import { readPostText } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { otherSiteMessage } from '../../platform/site/other-sites.service.ts';
import { getSite, updateSite } from '../../platform/site/site.service.ts';
import type { SiteChanges } from './import.entity.ts';
import type { Service } from './import-file.service.ts';
import { joinMenus, planMenu, putPagesIntoMenu, takePagesOutOfMenu } from './import-menu.service.ts';
import type { LeftOutNotes } from './left-out.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

const textBlock = /<\/(?:p|h[2-4]|li|blockquote|pre|tr|figcaption)>|<hr \/>/g;

/** The words of an article, with a blank line between its paragraphs. */
const toPlainText = (html: string): string =>
  html
    .split(textBlock)
    .flatMap((block) => block.split('<br />').map(readPostText).filter(Boolean).join('\n') || [])
    .join('\n\n');

const ownerPaths: readonly string[] = Object.values(ownerSettings).flat();
const introOf = z
  .enum(Object.keys(siteSettings.shape.pages.shape) as [keyof SiteSettings['pages']])
  // An import has no password that an owner has just typed
  .refine((page) => !ownerPaths.includes(`pages.${page}`));

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

type TextWriter = Pick<Ctx, 'em' | 'config' | 'actor'>;

const builtInColumns = { id: int, title: text, from: textOrNull, builtIn: text, path: text, html: text };

export async function listBuiltIn(ctx: TextWriter, items: readonly { id: number }[]) {
  if (items.length === 0) return [];
  const { view } = await getSite(ctx);
  const rows = await readRows(ctx.em, builtInColumns)(
    `select id, title, paths[1] as "from", built_in as "builtIn", input->>'path' as path, input->>'content' as html
     from import_items where id in (${items.map(() => '?').join(', ')}) order by id`,
    listIds(items),
  );
  const pages = [];
  for (const { html, builtIn, ...row } of rows) {
    const words = toPlainText(html);
    const mayReplace = placeText(view, builtIn, words) !== undefined && (await mayWrite(ctx, words));
    pages.push({ ...row, builtIn: `/${builtIn}`, mayReplace });
  }
  return pages;
}

async function mayWrite(ctx: TextWriter, words: string): Promise<boolean> {
  try {
    await refuseForeignWords(ctx, [words]);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

interface StoredImport {
  id: number;
  menu: readonly OldMenuEntry[];
  takesMenu: boolean;
}

/** Texts of pages of the site itself, and the menu with its own pages. */
export async function changeSite(
  tx: TxCtx,
  pages: Service,
  { id, menu, takesMenu }: StoredImport,
  notes: LeftOutNotes,
) {
  const replaced = await readRows(tx.em, { builtIn: text, html: text })(
    `select built_in as "builtIn", coalesce(input->>'content', '') as html from import_items
     where import_id = ? and replaces_text order by id`,
    [id],
  );
  const { view: former } = await getSite(tx);
  let site = former;
  for (const { builtIn, html } of replaced)
    if (html) site = { ...site, ...placeText(site, builtIn, toPlainText(html)) };
  const planned = takesMenu ? await planMenu(tx, id, menu) : [];
  for (const { title, why } of planned)
    if (why === otherSiteMessage) notes.add('Menu entries to other sites, which are for owners', title);
  const menuPages = await putPagesIntoMenu(tx, pages, planned);
  if (takesMenu) site = { ...site, menu: joinMenus(planned, site.menu) };
  return { siteChanges: await storeParts(tx, former, site), menuPages };
}

async function storeParts(tx: TxCtx, former: SiteSettings, site: SiteSettings): Promise<SiteChanges> {
  const parts = (['about', 'pages', 'menu'] as const).filter((part) => site[part] !== former[part]);
  if (parts.length === 0) return {};
  const { view } = await updateSite(tx, Object.fromEntries(parts.map((part) => [part, site[part]])));
  return Object.fromEntries(parts.map((part) => [part, { before: former[part], after: view[part] }]));
}

interface ChangedSite {
  siteChanges: SiteChanges;
  menuPages: readonly number[];
}

/** Pages stay in a menu that was changed since. */
export async function restoreSite(tx: TxCtx, pages: Service, { siteChanges, menuPages }: ChangedSite) {
  const { view } = await getSite(tx);
  const former = Object.entries(siteChanges).flatMap(([part, { before, after }]) => {
    const now = Object.entries(view).find(([key]) => key === part)?.[1];
    // JSON has no undefined values, as in the stored settings
    return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), after) ? [[part, before] as const] : [];
  });
  const wasMenuChanged = siteChanges.menu && !former.some(([part]) => part === 'menu');
  if (!wasMenuChanged) await takePagesOutOfMenu(tx, pages, menuPages);
  const { data } = siteSettings.partial().safeParse(Object.fromEntries(former));
  if (data && former.length > 0) await updateSite(tx, data);
}
