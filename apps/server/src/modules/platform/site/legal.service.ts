import type { SiteSettings } from '@institute/contract';
import type { ChangeNotices } from '../../../context/changes.ts';
import type { Ctx } from '../../../context.ts';
import { findLegalVersion, pickLegalTexts, storeLegalVersion } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

/** The settings that a registration needs, and the version of the legal texts to which applicants agree. */
interface SiteTerms {
  site: SiteSettings;
  consentVersion: string;
}

type CachedTerms = { terms?: SiteTerms };
const cachedTermsByChanges = new WeakMap<ChangeNotices, CachedTerms>();

/**
 * Returns a new object after each content change, so that terms that were read before a change are not cached after
 * it.
 */
function getCachedTerms(changes: ChangeNotices): CachedTerms {
  const existingTerms = cachedTermsByChanges.get(changes);
  if (existingTerms) return existingTerms;
  const dropCachedTerms = () => void cachedTermsByChanges.set(changes, {});
  changes.onChange(dropCachedTerms);
  dropCachedTerms();
  return getCachedTerms(changes);
}

type LegalCtx = Pick<Ctx, 'em' | 'changes' | 'now'>;

/**
 * Stores the legal texts, so that they can be shown later. Cached until the content changes, because every
 * registration needs them.
 */
export async function getSiteTerms(ctx: LegalCtx): Promise<SiteTerms> {
  const cachedTerms = getCachedTerms(ctx.changes);
  if (cachedTerms.terms && ctx.changes.isListening()) return cachedTerms.terms;
  const { view: site } = await getSite(ctx);
  const legalTexts = pickLegalTexts(site);
  await storeLegalVersion(ctx, legalTexts);
  cachedTerms.terms = { site, consentVersion: legalTexts.version };
  return cachedTerms.terms;
}

export async function readLegalVersion(ctx: LegalCtx, version: string) {
  // The present texts are stored first, if no registration has caused that yet
  await getSiteTerms(ctx);
  return findLegalVersion(ctx, version);
}
