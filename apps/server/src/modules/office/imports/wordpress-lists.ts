import type { PostCategory } from '@institute/contract/posts.constants';
import { redirectLimits } from '@institute/contract/redirects.constants';
import { readSiteFolder } from './old-site.ts';
import { findCategory } from './post-category.ts';

/** An old address that listed posts, and the category of this site that has these posts. */
export interface ListOfPosts {
  from: string;
  category: PostCategory | null;
}

type FieldTexts = Partial<Record<string, string>>;

const MAX_LISTS = 1000;
/** Limit of folders in the address of a category. */
const MAX_FOLDERS = 20;

/**
 * Returns the addresses that listed posts by category or author. The address of a subcategory contains that of its
 * parent.
 */
export function readLists({
  categories,
  authors,
  base = '',
}: {
  categories: readonly FieldTexts[];
  authors: readonly string[];
  base?: string;
}) {
  const siteFolder = readSiteFolder(base);
  const categoriesBySlug = new Map(
    categories.map((category) => [category['wp:category_nicename'] ?? '', category]),
  );
  const readFolders = (slug: string, below: readonly string[] = []): string[] => {
    const parentCategory = categoriesBySlug.get(slug)?.['wp:category_parent'] ?? '';
    // A damaged file may name a category as its own parent
    const isPathComplete = slug === '' || below.includes(slug) || below.length >= MAX_FOLDERS;
    return isPathComplete ? [...below] : readFolders(parentCategory, [slug, ...below]);
  };
  const categoryLists = categories.slice(0, MAX_LISTS).flatMap((category): ListOfPosts[] => {
    const { 'wp:category_nicename': slug = '', 'wp:term_id': id = '', 'wp:cat_name': name = '' } = category;
    const ownCategory = findCategory([name]) ?? null;
    const categoryList = {
      from: `${siteFolder}/category/${readFolders(slug).join('/')}/*`,
      category: ownCategory,
    };
    return [
      ...(slug ? [categoryList] : []),
      ...(isNumericId(id) ? [{ from: `${siteFolder}/?cat=${id}`, category: ownCategory }] : []),
    ];
  });
  const authorLists = authors
    .filter(isNumericId)
    .map((id) => ({ from: `${siteFolder}/?author=${id}`, category: null }));
  return [...categoryLists, ...authorLists]
    .filter(({ from }) => from.length <= redirectLimits.from)
    .slice(0, MAX_LISTS);
}

const isNumericId = (text: string): boolean => /^\d{1,10}$/.test(text);
