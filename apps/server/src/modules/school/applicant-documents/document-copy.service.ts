import { needs } from '@institute/contract/rights.constants';
import { hasRight, refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { DocumentPageEntity, GivenAnswerEntity } from './applicant-document.entity.ts';
import { arrivedPageFilter, listPages } from './asked-documents.service.ts';
import { openGivenAnswer } from './document-desk.service.ts';
import { readStoredPage } from './page-store.service.ts';

/** For a person's copy: what was given, and which pages there are. Null without the right. */
export async function listGivenDocuments(
  ctx: Pick<Ctx, 'em' | 'actor' | 'config'>,
  registrations: readonly number[],
) {
  if (!hasRight(ctx, 'documents')) return null;
  const ofRegistrations = { $in: [...registrations] };
  const pages = await listPages(ctx, ofRegistrations);
  const givenAnswers = await ctx.em.find(
    GivenAnswerEntity,
    { registration: ofRegistrations },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  return givenAnswers.map((row) => ({
    registrationId: row.registration,
    ask: row.ask,
    label: row.label,
    kind: row.kind,
    state: row.state,
    answer: openGivenAnswer(ctx, row),
    reason: row.reason ?? null,
    words: row.words ?? null,
    originalSeenAt: row.originalSeenAt?.toISOString() ?? null,
    givenAt: row.updatedAt.toISOString(),
    pages: pages
      .filter((page) => page.registration === row.registration && page.ask === row.ask)
      .map(({ id, format, bytes, hash, arrivedAt }) => ({
        id,
        format,
        bytes,
        sha256: hash,
        arrivedAt: arrivedAt?.toISOString() ?? null,
      })),
  }));
}

/**
 * A page for a person's copy, which is recorded for the whole copy at once. Null when the page was erased meanwhile or
 * the store does not give it, so that one bad file does not keep the others from the person.
 */
export async function readCopiedPage(ctx: Ctx, id: string): Promise<Buffer | null> {
  refuseWithoutRight(ctx, needs.documents);
  const page = await ctx.em.findOne(
    DocumentPageEntity,
    { id, ...arrivedPageFilter },
    { disableIdentityMap: true },
  );
  if (!page) return null;
  return readStoredPage(ctx, page).catch((error: unknown) => {
    ctx.log.error({ err: error, page: id }, 'a page of a document could not be read for a copy');
    return null;
  });
}
