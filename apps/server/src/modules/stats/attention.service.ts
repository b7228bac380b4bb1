import type { EntityType } from '@institute/contract';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AttentionRule, ContentInfo, Ctx, ImageCheck } from '../../context.ts';
import { countOnlyCallable } from '../registrations/applicants-to-call.service.ts';
import { type FirstInLine, firstInLine } from '../registrations/registration-intake.service.ts';
import { getSite } from '../site/site.service.ts';
import { type BrokenImage, findBrokenImages } from './broken-images.service.ts';

const WAITING_MS = 3 * 24 * 60 * 60 * 1000;

export interface Attention {
  incompleteItems: IncompleteItem[];
  brokenImages: BrokenImage[];
  unreadMessages: number;
  parkedEmails: number;
  newRegistrations: number;
  /** Still new after three days. */
  waitingRegistrations: number;
  firstInLine: FirstInLine[];
  /** Applicants with neither an email address nor a number that gets SMS. */
  onlyCallable: number;
}

interface IncompleteItem extends Pick<AttentionRule, 'one' | 'many' | 'hint'> {
  entityType: EntityType;
  id: number;
  title: string;
}

type Deps = Pick<Ctx, 'em' | 'content' | 'now' | 'config'> & { hasImage: ImageCheck };

export async function listAttentionItems({ em, content, now, config, hasImage }: Deps): Promise<Attention> {
  const since = new Date(now().getTime() - WAITING_MS);
  const [incompleteItems, [counts], brokenContent, { view: site }, inLine, onlyCallable] = await Promise.all([
    findIncomplete(em, content),
    countWaiting(em, since),
    findBrokenImages({ em: em.fork(), content, hasImage }),
    getSite({ em }),
    firstInLine({ em }, null),
    countOnlyCallable({ em, config }),
  ]);
  if (!counts) throw new Error('The counts are missing');

  const urls = imagesIn(site);
  const isThere = await Promise.all(urls.map(hasImage));
  const brokenSite = urls.filter((_, at) => !isThere[at]);
  const brokenImages = [
    ...brokenContent,
    ...brokenSite.map((url): BrokenImage => ({ entityType: 'site', name: '', url })),
  ];
  return { incompleteItems, brokenImages, firstInLine: inLine, onlyCallable, ...counts };
}

async function findIncomplete(em: EntityManager, content: readonly ContentInfo[]): Promise<IncompleteItem[]> {
  const found = content.map(async ({ type, table, titleSql, attention }) => {
    if (!attention) return [];
    const { condition, ...words } = attention;
    const rows = await em.execute<{ id: number; title: string }[]>(
      `select id, ${titleSql} as title from ${table} where deleted_at is null and ${condition}
       order by title, id`,
    );
    return rows.map((row) => ({ entityType: type, ...row, ...words }));
  });
  return (await Promise.all(found)).flat();
}

type Waiting = Pick<
  Attention,
  'unreadMessages' | 'parkedEmails' | 'newRegistrations' | 'waitingRegistrations'
>;

const countWaiting = (em: EntityManager, since: Date) =>
  em.execute<Waiting[]>(
    `select
       (select count(*)::int from messages
        where deleted_at is null and read_at is null and not is_spam) as "unreadMessages",
       (select count(*)::int from outgoing_messages where state = 'parked') as "parkedEmails",
       count(*)::int as "newRegistrations",
       count(*) filter (where created_at < ?)::int as "waitingRegistrations"
     from registrations where deleted_at is null and status = 'new'`,
    [since],
  );

function imagesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^(?:image|logo)$/.test(key) && value.startsWith('/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => imagesIn(inner, name));
}
