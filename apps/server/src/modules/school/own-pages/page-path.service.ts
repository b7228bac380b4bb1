import {
  beginsLikeCheckPage,
  isSiteAddress,
  siteAddressTakenMessage,
} from '@institute/contract/addresses.constants';
import { ownPagesFolder, pageLimits } from '@institute/contract/pages.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { PageEntity, type PageRow } from './page.entity.ts';

const makeOtherPagesFilter = (id: number | undefined) => ({
  deletedAt: null,
  ...(id && { id: { $ne: id } }),
});

/**
 * True when visitors could take the path for an address of the site. `certificates-page` of `makePathFromTitle` is
 * allowed.
 */
const isLikeSiteAddress = (path: string): boolean =>
  isSiteAddress(path) ||
  (beginsLikeCheckPage(path) && !isSiteAddress(path.replace(/-page(?:-\d{1,3})?$/, '')));

export function refuseSiteAddress({ path }: Pick<PageRow, 'path'>): void {
  if (isLikeSiteAddress(path)) throw invalidInputError([{ path: 'path', message: siteAddressTakenMessage }]);
}

/** Refuses the path of another page. The lock lets the second of two simultaneous changes see the first. */
export async function refuseTakenPath({ em }: TxCtx, { id, path, title }: PageRow): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('addresses of pages', 0))`);
  if ((await em.count(PageEntity, { path, ...makeOtherPagesFilter(id) })) === 0) return;
  const message = `Another page has the address ${ownPagesFolder}/${path}`;
  throw new AppError('CONFLICT', `${message}, so “${title}” needs another one`, {
    details: [{ path: 'path', message }],
  });
}

/** Makes a path from a title or an address, with a number when another page has the same path. */
export async function findFreePath({ em }: TxCtx, title: string, id?: number): Promise<string> {
  const plainPath = makePathFromTitle(title);
  const similarPathsFilter = { path: { $like: `${plainPath}%` }, ...makeOtherPagesFilter(id) };
  const rows = await em.find(PageEntity, similarPathsFilter, { fields: ['path'], disableIdentityMap: true });
  return makePathNumbering(rows.map(({ path }) => path))(plainPath);
}

/** Makes a function that returns each path once, with a number if the path is taken. */
export function makePathNumbering(taken: readonly string[]): (plain: string) => string {
  const knownPaths = new Set(taken);
  const nextNumbersByPath = new Map<string, number>();
  return (plain) => {
    let pathNumber = nextNumbersByPath.get(plain) ?? 1;
    const makeNumberedPath = () => (pathNumber === 1 ? plain : `${plain}-${pathNumber}`);
    while (knownPaths.has(makeNumberedPath())) pathNumber += 1;
    nextNumbersByPath.set(plain, pathNumber);
    knownPaths.add(makeNumberedPath());
    return makeNumberedPath();
  };
}

export async function listPaths({ em }: Pick<Ctx, 'em'>): Promise<string[]> {
  const rows = await em.find(PageEntity, { deletedAt: null }, { fields: ['path'], disableIdentityMap: true });
  return rows.map(({ path }) => path);
}

/** Leaves room for a number, and for the words that distinguish a path from addresses of the site. */
const MAX_PLAIN_LENGTH = pageLimits.path - 10;

/** Makes a path from a title. Amharic, Arabic or Greek letters stay; Latin letters between them are left out. */
export function makePathFromTitle(title: string): string {
  const plainTitle = title
    .toLowerCase()
    .replaceAll('ŋ', 'ng')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
  const hasOtherScript = /(?!\p{Script=Latin})\p{L}/u.test(plainTitle);
  const separatorPattern = hasOtherScript ? /(?:\p{Script=Latin}|[^\p{L}\p{M}\p{Nd}])+/gu : /[^a-z0-9]+/g;
  const plainPathOfTitle = plainTitle
    .replace(separatorPattern, '-')
    .slice(0, MAX_PLAIN_LENGTH)
    // The cut may have left half a character or a separator at the end
    .replace(/^-+|[^\p{L}\p{M}\p{Nd}]+$/gu, '');
  if (isSiteAddress(plainPathOfTitle)) return `${plainPathOfTitle}-page`;
  return isLikeSiteAddress(plainPathOfTitle) ? `about-${plainPathOfTitle}` : plainPathOfTitle || 'page';
}
