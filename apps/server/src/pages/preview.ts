import type { Ctx } from '../context.ts';
import { readPreview } from '../modules/content/preview.service.ts';
import { posts } from '../modules/posts/post.service.ts';
import { programs } from '../modules/programs/program.service.ts';

/** What has a page of its own, and the call that the page asks for it by. */
const shown = [
  { service: posts, call: '/posts' },
  { service: programs, call: '/programs' },
];

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
  const kind = item && shown.find(({ service }) => service.type === item.type);
  if (!kind || pathOf(url) !== `${kind.service.page}/${item.id}`) return null;
  const draft = await kind.service.draft(ctx, item.id);
  return draft && { path: `${kind.call}/${item.id}`, body: { data: draft } };
}

const pathOf = (url: string) => url.split('?', 1)[0];
const tokenOf = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('preview');
