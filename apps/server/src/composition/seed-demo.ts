import { toLocalDay } from '@institute/contract/time';
import { runUnderLock } from '../database/migrate.ts';
import type { OpenedDatabase } from '../database/open.ts';
import { SiteEntity } from '../modules/platform/site/site.entity.ts';
import { demoSite } from '../modules/platform/site/site-defaults.service.ts';
import { AlumnusEntity } from '../modules/school/alumni/alumnus.entity.ts';
import { CoachEntity } from '../modules/school/coaches/coach.entity.ts';
import { FacilityEntity } from '../modules/school/facilities/facility.entity.ts';
import { GalleryItemEntity } from '../modules/school/gallery/gallery-item.entity.ts';
import { IntakeEntity } from '../modules/school/intakes/intake.entity.ts';
import { PageEntity } from '../modules/school/own-pages/page.entity.ts';
import { PostEntity } from '../modules/school/posts/post.entity.ts';
import { ProgramEntity } from '../modules/school/programs/program.entity.ts';
import { runInTransaction } from '../transaction.ts';

/** Key of the advisory lock. Nothing else on the database uses it. */
const SEED_LOCK = 7_240_518_393;
const HOUR_MS = 3_600_000;

/**
 * Fills an empty database with the demo content. When replicas start together, one fills it and the others wait,
 * without the time limits of requests.
 */
export async function seedDemo({ db }: { db: Pick<OpenedDatabase, 'orm' | 'connection'> }): Promise<void> {
  if (await db.orm.em.fork().count(SiteEntity)) return;
  const demoContent = await loadDemoContent();
  await runUnderLock(db.connection, SEED_LOCK, () => insertDemo(db, demoContent));
}

async function insertDemo(
  { orm }: Pick<OpenedDatabase, 'orm'>,
  content: Awaited<ReturnType<typeof loadDemoContent>>,
) {
  await runInTransaction({ em: orm.em.fork() }, async ({ em }) => {
    if (await em.count(SiteEntity)) return;

    em.create(SiteEntity, { content: demoSite });
    const createdPrograms = content.programs.map((row) => em.create(ProgramEntity, { ...row, isDemo: true }));
    for (const row of content.coaches) em.create(CoachEntity, { ...row, isDemo: true });
    for (const row of content.facilities) em.create(FacilityEntity, { ...row, isDemo: true });
    for (const row of content.posts) em.create(PostEntity, { ...row, isDemo: true });
    for (const row of content.pages) em.create(PageEntity, { ...row, isDemo: true });
    for (const row of content.gallery) em.create(GalleryItemEntity, { ...row, isDemo: true });
    for (const row of content.alumni) em.create(AlumnusEntity, { ...row, isDemo: true });
    await em.flush();
    for (const { program, intake } of content.intakes) {
      const programId = createdPrograms[program]?.id;
      if (programId) em.create(IntakeEntity, { ...intake, programId, isDemo: true });
    }
  });
}

/** Imported on demand, because almost every start finds a database with content. */
async function loadDemoContent() {
  const [{ cleanPostHtml: postHtml }, demo] = await Promise.all([
    import('../modules/platform/content/post-html.ts'),
    import('../demo/content.ts'),
  ]);
  const today = toLocalDay(new Date());
  // Gives the first item of a file the newest date, so that lists with the newest first keep the order of the file.
  const dateNewestFirst = <T extends object>(rows: T[]) =>
    rows.map((row, place) => ({ ...row, createdAt: new Date(Date.now() - place * HOUR_MS) }));
  return {
    programs: demo.programs.map((row) => ({ category: 'training' as const, ...row, publishAt: null })),
    coaches: demo.coaches.map((row) => ({ specialties: [], ...row })),
    facilities: demo.facilities,
    intakes: demo.makeDemoIntakes(today),
    posts: demo.makeDemoPosts(today).map(({ createdAt, ...row }) => ({
      category: 'news' as const,
      ...row,
      content: postHtml(row.content),
      publishAt: null,
      createdAt: new Date(createdAt),
      publishedAt: new Date(createdAt),
    })),
    pages: demo.pages.map((row) => ({ ...row, content: postHtml(row.content), publishAt: null })),
    gallery: dateNewestFirst(
      demo.gallery.map((row) => ({
        category: 'events' as const,
        type: 'image' as const,
        ...row,
        imageUrl: row.imageUrl ?? '',
      })),
    ),
    alumni: dateNewestFirst(
      demo.alumni.map((row) => ({ category: 'professional' as const, achievements: [], ...row })),
    ),
  };
}
