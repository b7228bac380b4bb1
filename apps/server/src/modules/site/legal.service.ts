import { createHash } from 'node:crypto';
import type { LegalTexts, SiteSettings } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { getSite } from './site.service.ts';

/** The texts that a visitor agrees to, with their version. */
export function legalTextsOf({ privacy, terms, retention }: SiteSettings): LegalTexts {
  const texts = { privacy, terms, retention };
  // 48 bits: enough to tell the versions of one site apart, and short enough to read out
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
  return { ...texts, version };
}

/** The current version of the terms and the privacy page. */
export async function consentVersion(ctx: Pick<Ctx, 'em'>): Promise<string> {
  const { view } = await getSite(ctx);
  return legalTextsOf(view).version;
}
