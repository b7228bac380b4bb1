import type { ContentKey, ShownSite, SiteSettings } from '@institute/contract';
import { pageFolder } from '@institute/contract/pages.constants';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { bool, readRows, text } from '../../../sql.ts';
import { listUnseenEntries } from './menu-addresses.service.ts';

const menuPages = z.array(z.object({ entry: text, title: text }));

/**
 * Reads which entries the menu hides (pages without content, items that visitors cannot open) and which own pages it
 * lists. `/` is empty until something is published.
 */
export async function readMenuPages(
  ctx: Pick<Ctx, 'em' | 'content' | 'config' | 'now'>,
  { about, values, institute, facilityBlocks, testimonials, faq, donations, newsletter, menu }: SiteSettings,
): Promise<Pick<ShownSite, 'emptyPages' | 'menuPages'>> {
  const { em, content, config, now } = ctx;
  const fromShownSql = (key: ContentKey, condition = 'true') => {
    const info = content.find((each) => each.key === key);
    if (!info) throw new Error(`There are no ${key}`);
    return `from ${info.table} where deleted_at is null and ${info.visibleToVisitors(now())} and ${condition}`;
  };
  const hasShownRowsSql = (...rows: Parameters<typeof fromShownSql>) =>
    `exists (select ${fromShownSql(...rows)})`;
  const lists = {
    programs: hasShownRowsSql('programs'),
    coaches: hasShownRowsSql('coaches'),
    board: hasShownRowsSql('coaches', `role ilike '%board%'`),
    facilities: hasShownRowsSql('facilities'),
    posts: hasShownRowsSql('posts'),
    pages: hasShownRowsSql('pages'),
    gallery: hasShownRowsSql('gallery'),
    videos: hasShownRowsSql('gallery', `type = 'video'`),
    alumni: hasShownRowsSql('alumni'),
  };
  const columns = Object.entries(lists).map(([name, exists]) => `${exists} as ${name}`);
  const flags = Object.fromEntries(Object.keys(lists).map((name) => [name, bool])) as Record<
    keyof typeof lists,
    typeof bool
  >;
  const ownPagesSql = `(select coalesce(json_agg(json_build_object('entry', '${pageFolder}/' || path, 'title', title) order by position, id), '[]')
    ${fromShownSql('pages', 'in_menu')})`;
  const [has] = await readRows(em, { ...flags, own: menuPages })(
    `select ${columns.join(', ')}, ${ownPagesSql} as own`,
  );
  if (!has) throw new Error('The pages cannot be counted');

  const { equipment, technology } = facilityBlocks;
  const aboutTexts = [about.mission, about.vision, about.text, institute.aboutDocumentUrl, ...values];
  const giving = [donations.bankText, donations.paypalText, institute.paypalUrl, donations.cardText];
  const isFilled = {
    '/': has.programs || has.posts || has.pages,
    '/about': has.board || aboutTexts.some(Boolean),
    '/programs': has.programs,
    '/coaches': has.coaches,
    '/facilities': has.facilities || equipment.length + technology.length > 0,
    '/news': has.posts,
    '/gallery': has.gallery,
    '/faq': faq.length > 0,
    '/videos': has.videos,
    '/alumni': has.alumni || testimonials.length > 0,
    '/newsletter': newsletter.isOpen,
    '/donations': donations.isOpen && (config.onlineGiving !== 'off' || giving.some(Boolean)),
  };
  const emptyPages = Object.entries(isFilled).flatMap(([page, filled]) => (filled ? [] : [page]));
  return { emptyPages: [...emptyPages, ...(await listUnseenEntries(ctx, menu))], menuPages: has.own };
}
