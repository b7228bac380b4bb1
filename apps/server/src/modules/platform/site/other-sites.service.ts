import type { SiteSettings } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { isFields } from './site-defaults.service.ts';

type Place = Pick<Ctx['config'], 'publicUrl'>;
type Writer = Pick<Ctx, 'config' | 'actor'>;

/** Undefined for an address of this site. */
export function findOtherSite({ publicUrl }: Place, to: string): URL | undefined {
  const address = new URL(to, publicUrl);
  return address.origin === new URL(publicUrl).origin ? undefined : address;
}

export const otherSiteMessage = 'Only an owner may lead visitors to another site';

/** The one rule for addresses that lead visitors away. API keys are no owners. */
export const isForOwners = ({ config, actor }: Writer, address: string): boolean =>
  findOtherSite(config, address) !== undefined && !actor?.isOwner;

interface SiteAddress {
  path: string;
  address: string;
}

/** All whole addresses among the settings: menu, social networks, pictures and what comes later. */
function listAddresses(value: unknown, path: string): SiteAddress[] {
  if (typeof value === 'string')
    return /^https?:/i.test(value) && URL.canParse(value) ? [{ path, address: value }] : [];
  if (!isFields(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, below]) => listAddresses(below, `${path}.${name}`));
}

/** An address that stood in the same part of the site before may stay there, at any place. */
export function refuseOtherSites(
  writer: Writer,
  current: SiteSettings,
  next: SiteSettings,
  within: string,
): void {
  const details = Object.entries(next).flatMap(([part, value]) => {
    const known = new Set(
      listAddresses(current[part as keyof SiteSettings], '').map(({ address }) => address),
    );
    return listAddresses(value, within + part)
      .filter(({ address }) => !known.has(address) && isForOwners(writer, address))
      .map(({ path, address }) => ({
        path,
        message: `${new URL(address).host} is another site. Ask an owner.`,
      }));
  });
  if (details.length > 0) throw new AppError('FORBIDDEN', otherSiteMessage, { details });
}
