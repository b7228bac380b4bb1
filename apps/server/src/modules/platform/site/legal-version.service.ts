import { createHash } from 'node:crypto';
import type { LegalTexts, SiteSettings } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { LegalVersionEntity } from './site.entity.ts';

export function pickLegalTexts({ privacy, terms, retention }: SiteSettings): LegalTexts {
  const legalTexts = { privacy, terms, retention };
  // 48 bits distinguish the versions of one site and are short enough to read out
  const version = createHash('sha256').update(JSON.stringify(legalTexts)).digest('hex').slice(0, 12);
  return { ...legalTexts, version };
}

/**
 * Applicants may have agreed to these texts before legal texts were stored. In that case the date is that of the
 * first such registration.
 */
export async function storeLegalVersion({ em, now }: Pick<Ctx, 'em' | 'now'>, texts: LegalTexts) {
  await em.execute(
    `insert into legal_versions (version, texts, created_at)
     values (?, ?, coalesce((select min(consented_at) from registrations where consent_version = ?), ?))
     on conflict do nothing`,
    [texts.version, JSON.stringify(texts), texts.version, now()],
  );
}

export async function findLegalVersion({ em }: Pick<Ctx, 'em'>, version: string) {
  const legalVersionRow = await em.findOne(LegalVersionEntity, { version }, { disableIdentityMap: true });
  return legalVersionRow && { texts: legalVersionRow.texts, since: legalVersionRow.createdAt.toISOString() };
}
