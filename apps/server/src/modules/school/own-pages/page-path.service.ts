import {
  beginsLikeCheckPage,
  isSiteAddress,
  siteAddressTakenMessage,
} from '@institute/contract/addresses.constants';
import { pageFolder, pageLimits } from '@institute/contract/pages.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { PageEntity, type PageRow } from './page.entity.ts';

const whereOtherPages = (id: number | undefined) => ({ deletedAt: null, ...(id && { id: { $ne: id } }) });

/** Whether visitors could take it for an address of the site. `certificates-page`, which `toPath` makes, is none. */
const isLikeOfSite = (path: string): boolean =>
  isSiteAddress(path) ||
  (beginsLikeCheckPage(path) && !isSiteAddress(path.replace(/-page(?:-\d{1,3})?$/, '')));

export function refuseSiteAddress({ path }: Pick<PageRow, 'path'>): void {
  if (isLikeOfSite(path)) throw invalidInputError([{ path: 'path', message: siteAddressTakenMessage }]);
}

/** Takes the lock first, so that of two changes at once the second sees the first. */
export async function refuseTakenPath({ em }: TxCtx, { id, path, title }: PageRow): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('addresses of pages', 0))`);
  if ((await em.count(PageEntity, { path, ...whereOtherPages(id) })) === 0) return;
  const message = `Another page has the address ${pageFolder}/${path}`;
  throw new AppError('CONFLICT', `${message}, so “${title}” needs another one`, {
    details: [{ path: 'path', message }],
  });
}

/** Makes a path of a title or an address, with a number when another page has it. */
export async function findFreePath({ em }: TxCtx, title: string, id?: number): Promise<string> {
  const plain = toPath(title);
  const near = { path: { $like: `${plain}%` }, ...whereOtherPages(id) };
  const rows = await em.find(PageEntity, near, { fields: ['path'], disableIdentityMap: true });
  return makePathNumbering(rows.map(({ path }) => path))(plain);
}

/** Gives each path once, with a number where it is taken. */
export function makePathNumbering(taken: readonly string[]): (plain: string) => string {
  const known = new Set(taken);
  const numbers = new Map<string, number>();
  return (plain) => {
    let number = numbers.get(plain) ?? 1;
    const writePath = () => (number === 1 ? plain : `${plain}-${number}`);
    while (known.has(writePath())) number += 1;
    numbers.set(plain, number);
    known.add(writePath());
    return writePath();
  };
}

export async function listPaths({ em }: Pick<Ctx, 'em'>): Promise<string[]> {
  const rows = await em.find(PageEntity, { deletedAt: null }, { fields: ['path'], disableIdentityMap: true });
  return rows.map(({ path }) => path);
}

/** Room for the number, and for what makes another address of one of the site. */
const PATH_LENGTH = pageLimits.path - 10;

/** A title in Amharic, Arabic or Greek keeps its letters. Latin letters in such a title are left out. */
export function toPath(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ŋ', 'ng')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
  const isOfOtherScript = /(?!\p{Script=Latin})\p{L}/u.test(plain);
  const signs = isOfOtherScript ? /(?:\p{Script=Latin}|[^\p{L}\p{M}\p{Nd}])+/gu : /[^a-z0-9]+/g;
  const path = plain
    .replace(signs, '-')
    .slice(0, PATH_LENGTH)
    // The cut may have left half a letter at the end
    .replace(/^-+|[^\p{L}\p{M}\p{Nd}]+$/gu, '');
  if (isSiteAddress(path)) return `${path}-page`;
  return isLikeOfSite(path) ? `about-${path}` : path || 'page';
}
