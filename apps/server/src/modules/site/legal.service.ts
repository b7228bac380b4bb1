import type { Changes, Ctx } from '../../context.ts';
import { findLegalVersion, keepLegalVersion, legalTextsOf } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

interface Known {
  version: string | undefined;
  /** Number of content changes. A version that was read before a change must not be remembered after it. */
  changes: number;
}
const knownBy = new WeakMap<Changes, Known>();

function knownOf(changes: Changes): Known {
  const known = knownBy.get(changes);
  if (known) return known;
  const made: Known = { version: undefined, changes: 0 };
  changes.onChange(() => {
    made.version = undefined;
    made.changes += 1;
  });
  knownBy.set(changes, made);
  return made;
}

type LegalCtx = Pick<Ctx, 'em' | 'changes' | 'now'>;

/**
 * The current version of the terms and the privacy page. Stores their texts, so that they can be shown later. The version
 * is remembered until the content changes, because every registration asks for it.
 */
export async function consentVersion(ctx: LegalCtx): Promise<string> {
  const known = knownOf(ctx.changes);
  if (known.version !== undefined && ctx.changes.isListening()) return known.version;
  const { changes } = known;
  const texts = legalTextsOf((await getSite(ctx)).view);
  await keepLegalVersion(ctx, texts);
  if (known.changes === changes) known.version = texts.version;
  return texts.version;
}

/** The texts that an applicant agreed to, and since when they were on the site. */
export async function legalVersion(ctx: LegalCtx, version: string) {
  // stores the current texts, which no registration may have done yet
  await consentVersion(ctx);
  return findLegalVersion(ctx, version);
}
