import type { SiteSettings } from '@institute/contract';
import type { Changes, Ctx } from '../../../context.ts';
import { findLegalVersion, keepLegalVersion, pickLegalTexts } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

/** The site that people register with, and the version of the legal texts that they agree to. */
interface SiteTerms {
  site: SiteSettings;
  consentVersion: string;
}

interface Known {
  terms: SiteTerms | undefined;
  /** Number of content changes. Terms read before a change must not be cached after it. */
  changes: number;
}
const knownBy = new WeakMap<Changes, Known>();

function knownTexts(changes: Changes): Known {
  const known = knownBy.get(changes);
  if (known) return known;
  const made: Known = { terms: undefined, changes: 0 };
  changes.onChange(() => {
    made.terms = undefined;
    made.changes += 1;
  });
  knownBy.set(changes, made);
  return made;
}

type LegalCtx = Pick<Ctx, 'em' | 'changes' | 'now'>;

/**
 * Stores the legal texts, so that they can be shown later. Cached until the content changes, because every
 * registration needs them.
 */
export async function siteTerms(ctx: LegalCtx): Promise<SiteTerms> {
  const known = knownTexts(ctx.changes);
  if (known.terms && ctx.changes.isListening()) return known.terms;
  const { changes } = known;
  const { view: site } = await getSite(ctx);
  const texts = pickLegalTexts(site);
  await keepLegalVersion(ctx, texts);
  const terms = { site, consentVersion: texts.version };
  if (known.changes === changes) known.terms = terms;
  return terms;
}

export async function legalVersion(ctx: LegalCtx, version: string) {
  // Stores the current texts, if no registration has done so yet
  await siteTerms(ctx);
  return findLegalVersion(ctx, version);
}
