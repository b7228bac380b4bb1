import type { SiteSettings } from '@institute/contract';
import { isOwnOrigin } from '../../../config/own-addresses.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { refuseForeignWords } from '../outbox/outgoing-words.service.ts';
import { isFields } from './site-defaults.service.ts';

type Place = Pick<Ctx['config'], 'publicUrl'>;
type Writer = Pick<Ctx, 'config' | 'actor'>;

/** Undefined for an address of this site. */
export function findOtherSite({ publicUrl }: Place, to: string): URL | undefined {
  const address = new URL(to, publicUrl);
  return isOwnOrigin(address.origin, publicUrl) ? undefined : address;
}

export const otherSiteMessage = 'Only an owner may lead visitors to another site';

/** The one rule for addresses that lead visitors away. API keys are no owners. */
export const isAddressForOwners = ({ config, actor }: Writer, address: string): boolean =>
  findOtherSite(config, address) !== undefined && !actor?.isOwner;

interface Leaf {
  path: string;
  text: string;
}

function listLeaves(value: unknown, path: string): Leaf[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (!isFields(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, below]) => listLeaves(below, `${path}.${name}`));
}

/** What stood in the same part of the site before may stay there, at any place. */
function listNewLeaves(current: SiteSettings, next: SiteSettings): Leaf[] {
  const former: Partial<Record<string, unknown>> = current;
  return Object.entries(next).flatMap(([part, value]) => {
    const known = new Set(listLeaves(former[part], '').map(({ text }) => text));
    return listLeaves(value, part).filter(({ text }) => !known.has(text));
  });
}

const isAddress = ({ text }: Leaf): boolean => /^https?:/i.test(text) && URL.canParse(text);
/** Fields without words: addresses, colours and ids of entries. Uploads have long numbers in their addresses. */
const wordlessField = /\.(?:entry|url|\w+Url|image|logo|icon|main|accent|id)$/;

/** Owners alone bring addresses of other sites into the settings, and numbers, links and mailboxes into texts. */
export async function refuseOtherSites(
  writer: Writer & Pick<Ctx, 'em'>,
  current: SiteSettings,
  next: SiteSettings,
  within: string,
): Promise<void> {
  const leaves = listNewLeaves(current, next);
  const details = leaves
    .filter((leaf) => isAddress(leaf) && isAddressForOwners(writer, leaf.text))
    .map(({ path, text }) => ({
      path: within + path,
      message: `${new URL(text).host} is another site. Ask an owner.`,
    }));
  if (details.length > 0) throw new AppError('FORBIDDEN', otherSiteMessage, { details });
  const texts = leaves.filter(({ path }) => !wordlessField.test(path)).map(({ text }) => text);
  await refuseForeignWords(writer, texts);
}
