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
import type { TargetService } from './import-file.service.ts';
import { joinMenus, planMenu, putPagesIntoMenu, takePagesOutOfMenu } from './import-menu.service.ts';
import type { LeftOutNotes } from './left-out.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

const textBlockPattern = /<\/(?:p|h[2-4]|li|blockquote|pre|tr|figcaption)>|<hr \/>/g;

/** The words of an article, with a blank line between its paragraphs. */
const toPlainText = (html: string): string =>
  html
    .split(textBlockPattern)
    .flatMap((block) => block.split('<br />').map(readPostText).filter(Boolean).join('\n') || [])
    .join('\n\n');

const ownerSettingPaths: readonly string[] = Object.values(ownerSettings).flat();
const introPageSchema = z
  .enum(Object.keys(siteSettings.shape.pages.shape) as [keyof SiteSettings['pages']])
  // These settings need an owner's password, which an import does not have
  .refine((page) => !ownerSettingPaths.includes(`pages.${page}`));

/** The part of the settings with this text in it, or undefined where the page has no such text or it is too long. */
function makeTextPart(site: SiteSettings, path: string, words: string): Partial<SiteSettings> | undefined {
  const { about, pages } = site;
  const { data: page } = introPageSchema.safeParse(path);
  const settingsPart =
    path === 'about'
      ? { about: { ...about, text: words } }
      : page && { pages: { ...pages, [page]: { ...pages[page], intro: words } } };
  return settingsPart && siteSettings.partial().safeParse(settingsPart).data;
}

type WriterCtx = Pick<Ctx, 'em' | 'config' | 'actor'>;

const builtInColumns = { id: int, title: text, from: textOrNull, builtIn: text, path: text, html: text };

export async function listBuiltInPages(ctx: WriterCtx, items: readonly { id: number }[]) {
  if (items.length === 0) return [];
  const { view } = await getSite(ctx);
  const builtInPageRows = await readRows(ctx.em, builtInColumns)(
    `select id, title, paths[1] as "from", built_in as "builtIn", input->>'path' as path, input->>'content' as html
     from import_items where id in (${items.map(() => '?').join(', ')}) order by id`,
    listIds(items),
  );
  const builtInPages = [];
  for (const { html, builtIn, ...row } of builtInPageRows) {
    const pageText = toPlainText(html);
    const mayReplaceText =
      makeTextPart(view, builtIn, pageText) !== undefined && (await mayWriteText(ctx, pageText));
    builtInPages.push({ ...row, builtIn: `/${builtIn}`, mayReplace: mayReplaceText });
  }
  return builtInPages;
}

async function mayWriteText(ctx: WriterCtx, words: string): Promise<boolean> {
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

/** Replaces texts of built-in pages, and joins the imported menu. */
export async function changeSite(
  tx: TxCtx,
  pages: TargetService,
  { id, menu, takesMenu }: StoredImport,
  notes: LeftOutNotes,
) {
  const replacedPages = await readRows(tx.em, { builtIn: text, html: text })(
    `select built_in as "builtIn", coalesce(input->>'content', '') as html from import_items
     where import_id = ? and replaces_text order by id`,
    [id],
  );
  const { view: former } = await getSite(tx);
  let newSite = former;
  for (const { builtIn, html } of replacedPages)
    if (html) newSite = { ...newSite, ...makeTextPart(newSite, builtIn, toPlainText(html)) };
  const plannedMenu = takesMenu ? await planMenu(tx, id, menu) : [];
  for (const { title, why } of plannedMenu)
    if (why === otherSiteMessage) notes.add('Menu entries to other sites, which are for owners', title);
  const menuPages = await putPagesIntoMenu(tx, pages, plannedMenu);
  if (takesMenu) newSite = { ...newSite, menu: joinMenus(plannedMenu, newSite.menu) };
  return { siteChanges: await storeSiteParts(tx, former, newSite), menuPages };
}

async function storeSiteParts(tx: TxCtx, former: SiteSettings, site: SiteSettings): Promise<SiteChanges> {
  const changedPartNames = (['about', 'pages', 'menu'] as const).filter(
    (part) => site[part] !== former[part],
  );
  if (changedPartNames.length === 0) return {};
  const { view } = await updateSite(
    tx,
    Object.fromEntries(changedPartNames.map((part) => [part, site[part]])),
  );
  return Object.fromEntries(
    changedPartNames.map((part) => [part, { before: former[part], after: view[part] }]),
  );
}

interface ChangedSite {
  siteChanges: SiteChanges;
  menuPages: readonly number[];
}

/** When somebody changed the menu after the import, the imported pages stay in it. */
export async function restoreSite(tx: TxCtx, pages: TargetService, { siteChanges, menuPages }: ChangedSite) {
  const { view } = await getSite(tx);
  const restorableParts = Object.entries(siteChanges).flatMap(([part, { before, after }]) => {
    const currentPartValue = Object.entries(view).find(([key]) => key === part)?.[1];
    // `after` was stored as JSON, which drops undefined values, so the current part is compared as JSON too
    return isDeepStrictEqual(JSON.parse(JSON.stringify(currentPartValue)), after)
      ? [[part, before] as const]
      : [];
  });
  const hasMenuChanged = siteChanges.menu && !restorableParts.some(([part]) => part === 'menu');
  if (!hasMenuChanged) await takePagesOutOfMenu(tx, pages, menuPages);
  const { data } = siteSettings.partial().safeParse(Object.fromEntries(restorableParts));
  if (data && restorableParts.length > 0) await updateSite(tx, data);
}
