import type { ContentKey, SiteSettings } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { bool, readRows } from '../../../sql.ts';

/** Pages that visitors would find empty, in one statement. `/` is one until something is published. */
export async function listEmptyPages(
  { em, content, config, now }: Pick<Ctx, 'em' | 'content' | 'config' | 'now'>,
  { about, values, institute, facilityBlocks, testimonials, faq, donations }: SiteSettings,
): Promise<string[]> {
  const instant = `timestamptz '${now().toISOString()}'`;
  const shownRows = (key: ContentKey, condition = 'true') => {
    const info = content.find((each) => each.key === key);
    const visible = info?.visibleToVisitors(instant);
    return info
      ? `exists (select from ${info.table} where deleted_at is null and ${visible} and ${condition})`
      : 'false';
  };
  const lists = {
    programs: shownRows('programs'),
    coaches: shownRows('coaches'),
    board: shownRows('coaches', `role ilike '%board%'`),
    facilities: shownRows('facilities'),
    posts: shownRows('posts'),
    gallery: shownRows('gallery'),
    videos: shownRows('gallery', `type = 'video'`),
    alumni: shownRows('alumni'),
  };
  const columns = Object.entries(lists).map(([name, exists]) => `${exists} as ${name}`);
  const flags = Object.fromEntries(Object.keys(lists).map((name) => [name, bool])) as Record<
    keyof typeof lists,
    typeof bool
  >;
  const [has] = await readRows(em, flags)(`select ${columns.join(', ')}`);
  if (!has) throw new Error('The pages cannot be counted');

  const { equipment, technology } = facilityBlocks;
  const aboutTexts = [about.mission, about.vision, about.text, institute.aboutDocumentUrl, ...values];
  const giving = [donations.bankText, donations.paypalText, institute.paypalUrl, donations.cardText];
  const isFilled = {
    '/': has.programs || has.posts,
    '/about': has.board || aboutTexts.some(Boolean),
    '/programs': has.programs,
    '/coaches': has.coaches,
    '/facilities': has.facilities || equipment.length + technology.length > 0,
    '/news': has.posts,
    '/gallery': has.gallery,
    '/faq': faq.length > 0,
    '/videos': has.videos,
    '/alumni': has.alumni || testimonials.length > 0,
    '/donations': config.onlineGiving !== 'off' || giving.some(Boolean),
  };
  return Object.entries(isFilled).flatMap(([page, filled]) => (filled ? [] : [page]));
}
