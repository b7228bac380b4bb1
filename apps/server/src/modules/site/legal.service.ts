import type { Changes, Ctx } from '../../context.ts';
import { findLegalVersion, keepLegalVersion, legalTextsOf } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

interface Known {
  version: string | undefined;
  /** Number of content changes. A version read before a change must not be cached after it. */
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
 * Stores the texts, so that they can be shown later. Cached until the content changes, because every
 * registration needs the version.
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

export async function legalVersion(ctx: LegalCtx, version: string) {
  // stores the current texts, if no registration has done so yet
  await consentVersion(ctx);
  return findLegalVersion(ctx, version);
}
