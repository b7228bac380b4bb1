import type { PostCategory } from '@institute/contract/posts.constants';
import { redirectLimits } from '@institute/contract/redirects.constants';
import { readFolder } from './old-site.ts';
import { findCategory } from './post-category.ts';

/** An address of the old site that listed posts, and the category here that holds them. */
export interface ListOfPosts {
  from: string;
  category: PostCategory | null;
}

type Fields = Partial<Record<string, string>>;

const MAX_LISTS = 1000;
/** Folders in the address of a category. */
const MAX_FOLDERS = 20;

/** Lists of categories and authors. A category below another one has the address of both. */
export function readLists({
  categories,
  authors,
  base = '',
}: {
  categories: readonly Fields[];
  authors: readonly string[];
  base?: string;
}) {
  const ofSite = readFolder(base);
  const bySlug = new Map(categories.map((category) => [category['wp:category_nicename'] ?? '', category]));
  const readFolders = (slug: string, below: readonly string[] = []): string[] => {
    const parent = bySlug.get(slug)?.['wp:category_parent'] ?? '';
    // A damaged file may name a category as its own parent
    const isOver = slug === '' || below.includes(slug) || below.length >= MAX_FOLDERS;
    return isOver ? [...below] : readFolders(parent, [slug, ...below]);
  };
  const lists = categories.slice(0, MAX_LISTS).flatMap((category): ListOfPosts[] => {
    const { 'wp:category_nicename': slug = '', 'wp:term_id': id = '', 'wp:cat_name': name = '' } = category;
    const ownCategory = findCategory([name]) ?? null;
    const folder = { from: `${ofSite}/category/${readFolders(slug).join('/')}/*`, category: ownCategory };
    return [
      ...(slug ? [folder] : []),
      ...(isId(id) ? [{ from: `${ofSite}/?cat=${id}`, category: ownCategory }] : []),
    ];
  });
  const ofAuthors = authors.filter(isId).map((id) => ({ from: `${ofSite}/?author=${id}`, category: null }));
  return [...lists, ...ofAuthors]
    .filter(({ from }) => from.length <= redirectLimits.from)
    .slice(0, MAX_LISTS);
}

const isId = (text: string): boolean => /^\d{1,10}$/.test(text);
