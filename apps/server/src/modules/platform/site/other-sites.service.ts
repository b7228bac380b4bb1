import type { SiteSettings } from '@institute/contract';
import { isOwnOrigin } from '../../../config/own-addresses.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { refuseForeignWords } from '../outbox/outgoing-words.service.ts';
import { isFieldsObject } from './site-defaults.service.ts';

type OwnSite = Pick<Ctx['config'], 'publicUrl'>;
type WriterCtx = Pick<Ctx, 'config' | 'actor'>;

/** Returns the address if it is on another site. Undefined for an address of this site. */
export function findOtherSite({ publicUrl }: OwnSite, to: string): URL | undefined {
  const targetUrl = new URL(to, publicUrl);
  return isOwnOrigin(targetUrl.origin, publicUrl) ? undefined : targetUrl;
}

export const otherSiteMessage = 'Only an owner may lead visitors to another site';

/** Only owners may lead visitors to other sites. This is the only check of that rule. An API key is not an owner. */
export const isAddressForOwners = ({ config, actor }: WriterCtx, address: string): boolean =>
  findOtherSite(config, address) !== undefined && !actor?.isOwner;

interface TextLeaf {
  path: string;
  text: string;
}

function listTextLeaves(value: unknown, path: string): TextLeaf[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (!isFieldsObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, below]) => listTextLeaves(below, `${path}.${name}`));
}

/** A text that was in the same part of the settings before is not new, even if it has moved within the part. */
function listNewTextLeaves(current: SiteSettings, next: SiteSettings): TextLeaf[] {
  const formerParts: Partial<Record<string, unknown>> = current;
  return Object.entries(next).flatMap(([part, value]) => {
    const formerTexts = new Set(listTextLeaves(formerParts[part], '').map(({ text }) => text));
    return listTextLeaves(value, part).filter(({ text }) => !formerTexts.has(text));
  });
}

const isAddressLeaf = ({ text }: TextLeaf): boolean => /^https?:/i.test(text) && URL.canParse(text);
/**
 * Matches fields without words, such as addresses, colours and ids. They are not searched for foreign numbers,
 * because addresses of uploads contain long ones.
 */
const wordlessFieldPattern = /\.(?:entry|url|\w+Url|image|logo|icon|main|accent|id)$/;

/**
 * Only owners may write addresses of other sites into the settings, and foreign numbers, links and mailboxes into
 * texts.
 */
export async function refuseOtherSites(
  writer: WriterCtx & Pick<Ctx, 'em'>,
  current: SiteSettings,
  next: SiteSettings,
  within: string,
): Promise<void> {
  const newLeaves = listNewTextLeaves(current, next);
  const refusalDetails = newLeaves
    .filter((leaf) => isAddressLeaf(leaf) && isAddressForOwners(writer, leaf.text))
    .map(({ path, text }) => ({
      path: within + path,
      message: `${new URL(text).host} is another site. Ask an owner.`,
    }));
  if (refusalDetails.length > 0)
    throw new AppError('FORBIDDEN', otherSiteMessage, { details: refusalDetails });
  const newWordTexts = newLeaves
    .filter(({ path }) => !wordlessFieldPattern.test(path))
    .map(({ text }) => text);
  await refuseForeignWords(writer, newWordTexts);
}
