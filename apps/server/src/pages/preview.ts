import { resources } from '../composition/resources.ts';
import type { Ctx } from '../context.ts';
import { readPreview } from '../modules/content/preview.service.ts';

/** What a page is answered in the place of what visitors are. */
export interface Preview {
  path: string;
  body: object;
}

export const isPreview = (url: string): boolean => tokenOf(url) !== null;

/** What the link of a preview lets its reader see; a spent one, or one for another page, lets see nothing. */
export async function previewOf(ctx: Ctx, url: string): Promise<Preview | null> {
  const token = tokenOf(url);
  const item = token && (await readPreview(ctx, token));
  const resource = item && resources.find(({ service }) => service.type === item.type);
  if (!resource || pathOf(url) !== `${resource.service.page}/${item.id}`) return null;
  const draft = await resource.service.draft(ctx, item.id);
  // the page asks for the item by the API's call
  return draft && { path: `/${resource.key}/${item.id}`, body: { data: draft } };
}

const pathOf = (url: string) => url.split('?', 1)[0];
const tokenOf = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('preview');
