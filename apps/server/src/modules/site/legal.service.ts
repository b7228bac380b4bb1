import type { SmsAudience } from '@institute/contract/site.constants';
import type { Changes, Ctx } from '../../context.ts';
import { findLegalVersion, keepLegalVersion, legalTextsOf } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

/** The texts that an applicant accepts, cached because every registration needs them. */
interface RegistrationTerms {
  consentVersion: string;
  smsTo: SmsAudience;
}

interface Known {
  terms: RegistrationTerms | undefined;
  /** Number of content changes. Terms read before a change must not be cached after it. */
  changes: number;
}
const knownBy = new WeakMap<Changes, Known>();

function knownOf(changes: Changes): Known {
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
export async function registrationTerms(ctx: LegalCtx): Promise<RegistrationTerms> {
  const known = knownOf(ctx.changes);
  if (known.terms && ctx.changes.isListening()) return known.terms;
  const { changes } = known;
  const { view } = await getSite(ctx);
  const texts = legalTextsOf(view);
  await keepLegalVersion(ctx, texts);
  const terms = { consentVersion: texts.version, smsTo: view.messages.smsTo };
  if (known.changes === changes) known.terms = terms;
  return terms;
}

export async function legalVersion(ctx: LegalCtx, version: string) {
  // stores the current texts, if no registration has done so yet
  await registrationTerms(ctx);
  return findLegalVersion(ctx, version);
}
