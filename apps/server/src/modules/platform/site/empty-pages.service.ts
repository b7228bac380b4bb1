import type { ContentKey, ShownSite, SiteSettings } from '@institute/contract';
import { ownPagesFolder } from '@institute/contract/pages.constants';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { bool, readRows, text } from '../../../sql.ts';
import { listUnseenEntries } from './menu-addresses.service.ts';

const menuPagesSchema = z.array(z.object({ entry: text, title: text }));

/**
 * Returns the entries that the menu hides (pages without content, items that visitors cannot open), and the pages of
 * the office that it shows. The front page `/` is empty until something is published.
 */
export async function readMenuPages(
  ctx: Pick<Ctx, 'em' | 'content' | 'config' | 'now'>,
  { about, values, institute, facilityBlocks, testimonials, faq, donations, newsletter, menu }: SiteSettings,
): Promise<Pick<ShownSite, 'emptyPages' | 'menuPages'>> {
  const { em, content, config, now } = ctx;
  const fromShownRowsSql = (key: ContentKey, condition = 'true') => {
    const contentInfo = content.find((each) => each.key === key);
    if (!contentInfo) throw new Error(`There are no ${key}`);
    return `from ${contentInfo.table} where deleted_at is null and ${contentInfo.visibleToVisitors(now())} and ${condition}`;
  };
  const hasShownRowsSql = (...rows: Parameters<typeof fromShownRowsSql>) =>
    `exists (select ${fromShownRowsSql(...rows)})`;
  const existsSqlByList = {
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
  const existsColumnsSql = Object.entries(existsSqlByList).map(([name, exists]) => `${exists} as ${name}`);
  const flagColumns = Object.fromEntries(Object.keys(existsSqlByList).map((name) => [name, bool])) as Record<
    keyof typeof existsSqlByList,
    typeof bool
  >;
  const ownPagesSql = `(select coalesce(json_agg(json_build_object('entry', '${ownPagesFolder}/' || path, 'title', title) order by position, id), '[]')
    ${fromShownRowsSql('pages', 'in_menu')})`;
  const [hasContent] = await readRows(em, { ...flagColumns, own: menuPagesSchema })(
    `select ${existsColumnsSql.join(', ')}, ${ownPagesSql} as own`,
  );
  if (!hasContent) throw new Error('The pages cannot be counted');

  const { equipment, technology } = facilityBlocks;
  const aboutTexts = [about.mission, about.vision, about.text, institute.aboutDocumentUrl, ...values];
  const givingTexts = [donations.bankText, donations.paypalText, institute.paypalUrl, donations.cardText];
  const isPageFilled = {
    '/': hasContent.programs || hasContent.posts || hasContent.pages,
    '/about': hasContent.board || aboutTexts.some(Boolean),
    '/programs': hasContent.programs,
    '/coaches': hasContent.coaches,
    '/facilities': hasContent.facilities || equipment.length + technology.length > 0,
    '/news': hasContent.posts,
    '/gallery': hasContent.gallery,
    '/faq': faq.length > 0,
    '/videos': hasContent.videos,
    '/alumni': hasContent.alumni || testimonials.length > 0,
    '/newsletter': newsletter.isOpen,
    '/donations': donations.isOpen && (config.onlineGiving !== 'off' || givingTexts.some(Boolean)),
  };
  const emptyPages = Object.entries(isPageFilled).flatMap(([page, filled]) => (filled ? [] : [page]));
  return { emptyPages: [...emptyPages, ...(await listUnseenEntries(ctx, menu))], menuPages: hasContent.own };
}
