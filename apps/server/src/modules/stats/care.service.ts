import type { EntityType } from '@institute/contract/constants';
import type { Ctx } from '../../context.ts';
import { prepared } from '../../database/prepared.ts';
import { getSite } from '../site/site.service.ts';

const WAITING_MS = 3 * 24 * 60 * 60 * 1000;

/** What somebody of the office should look at. */
export interface Care {
  unpricedPrograms: { id: number; name: string }[];
  brokenPictures: BrokenPicture[];
  unreadMessages: number;
  parkedMails: number;
  /** New for days, and nobody has done anything about them. */
  waitingRegistrations: number;
}

interface BrokenPicture {
  entityType: EntityType;
  name: string;
  url: string;
}

type Deps = Pick<Ctx, 'em' | 'now'> & { hasPicture: (path: string) => Promise<boolean> };

export async function whatNeedsCare({ em, now, hasPicture }: Deps): Promise<Care> {
  const since = new Date(now().getTime() - WAITING_MS);
  const [unpricedPrograms, [counts], stored, { view: site }] = await Promise.all([
    unpriced(em, {}),
    countWaiting(em, { since }),
    storedPictures(em, {}),
    getSite({ em }),
  ]);
  if (!counts) throw new Error('The counts are missing');

  const pictures = [
    ...stored,
    ...picturesIn(site).map((url) => ({ entityType: 'site' as const, name: '', url })),
  ];
  const isThere = await Promise.all(pictures.map(({ url }) => hasPicture(url)));
  return { unpricedPrograms, brokenPictures: pictures.filter((_, at) => !isThere[at]), ...counts };
}

const unpriced = prepared<{ id: number; name: string }>(
  'programs without a price',
  `select id, name from programs
   where deleted_at is null and is_active and coalesce(price, 0) = 0 order by name, id`,
);

const countWaiting = prepared<Pick<Care, 'unreadMessages' | 'parkedMails' | 'waitingRegistrations'>>(
  'what waits for the office',
  `select
     (select count(*)::int from contact_submissions
      where deleted_at is null and read_at is null) as "unreadMessages",
     (select count(*)::int from mails where state = 'parked') as "parkedMails",
     (select count(*)::int from registrations
      where deleted_at is null and status = 'new' and created_at < :since) as "waitingRegistrations"`,
);

const columns: [EntityType, table: string, name: string, picture: string][] = [
  ['post', 'posts', 'title', 'image_url'],
  ['program', 'programs', 'name', 'image_url'],
  ['coach', 'coaches', 'name', 'image_url'],
  ['facility', 'facilities', 'name', 'image_url'],
  ['gallery', 'gallery_items', 'title', 'image_url'],
  ['alumni', 'alumni', 'name', 'image'],
];

/** Pictures on this site; whether those elsewhere are there is not asked. */
const storedPictures = prepared<BrokenPicture>(
  'pictures of the content',
  [
    ...columns.map(
      ([type, table, name, picture]) =>
        `select '${type}' as "entityType", ${name} as name, ${picture} as url from ${table}
         where deleted_at is null and ${picture} like '/%'`,
    ),
    `select 'post', title, (regexp_matches(content, '<img[^>]* src="(/[^"]*)"', 'g'))[1] from posts
     where deleted_at is null`,
  ].join(' union '),
);

/** Every address of a picture on this site among the settings. */
function picturesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^(?:image|logo)$/.test(key) && value.startsWith('/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => picturesIn(inner, name));
}
