import { resources } from '../composition/resources.ts';
import type { Ctx } from '../context.ts';
import { readPreview } from '../modules/content/preview.service.ts';

/** Replaces the answer to one call of a page. */
export interface Preview {
  path: string;
  body: object;
}

export const isPreview = (url: string): boolean => tokenOf(url) !== null;

/** Null for an expired link or another page. */
export async function previewOf(ctx: Ctx, url: string): Promise<Preview | null> {
  const token = tokenOf(url);
  const item = token && (await readPreview(ctx, token));
  const resource = item && resources.find(({ service }) => service.type === item.type);
  if (!resource || pathOf(url) !== `${resource.service.page}/${item.id}`) return null;
  const draft = await resource.service.draft(ctx, item.id);
  // the page reads the item by this call
  return draft && { path: `/${resource.key}/${item.id}`, body: { data: draft } };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
const tokenOf = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('preview');
