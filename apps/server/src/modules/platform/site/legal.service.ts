import type { SiteSettings } from '@institute/contract';
import type { Changes } from '../../../context/changes.ts';
import type { Ctx } from '../../../context.ts';
import { findLegalVersion, pickLegalTexts, storeLegalVersion } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

/** The site that people register with, and the version of the legal texts that they agree to. */
interface SiteTerms {
  site: SiteSettings;
  consentVersion: string;
}

type CachedTerms = { terms?: SiteTerms };
const knownBy = new WeakMap<Changes, CachedTerms>();

/** Another object after each content change, so that terms read before one are not cached after it. */
function getKnownTexts(changes: Changes): CachedTerms {
  const known = knownBy.get(changes);
  if (known) return known;
  const dropKnownTexts = () => void knownBy.set(changes, {});
  changes.onChange(dropKnownTexts);
  dropKnownTexts();
  return getKnownTexts(changes);
}

type LegalCtx = Pick<Ctx, 'em' | 'changes' | 'now'>;

/**
 * Stores the legal texts, so that they can be shown later. Cached until the content changes, because every
 * registration needs them.
 */
export async function getSiteTerms(ctx: LegalCtx): Promise<SiteTerms> {
  const known = getKnownTexts(ctx.changes);
  if (known.terms && ctx.changes.isListening()) return known.terms;
  const { view: site } = await getSite(ctx);
  const texts = pickLegalTexts(site);
  await storeLegalVersion(ctx, texts);
  known.terms = { site, consentVersion: texts.version };
  return known.terms;
}

export async function readLegalVersion(ctx: LegalCtx, version: string) {
  // Stores the current texts, if no registration has done so yet
  await getSiteTerms(ctx);
  return findLegalVersion(ctx, version);
}
