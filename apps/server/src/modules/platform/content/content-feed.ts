import type { Site } from '@institute/contract';
import type { FeedPath } from '@institute/contract/feeds.constants';
import type { Ctx } from '../../../context.ts';
import type { ContentService } from './content.service.ts';

export interface FeedItem {
  title: string;
  /** Plain text without HTML, as `readPostText` makes it. */
  text: string;
  category?: string;
  publishedAt: Date;
}

export interface FeedDeclaration<View> {
  path: FeedPath;
  channel(site: Site): { title: string; description: string };
  item(view: View): FeedItem;
}

export interface ContentFeed extends Pick<FeedDeclaration<never>, 'path' | 'channel'> {
  latest(ctx: Ctx, limit: number): Promise<(FeedItem & { path: string })[]>;
}

export const declareContentFeed = <View extends { id: number }>(
  { path, channel, item }: FeedDeclaration<View>,
  page: string,
  service: Pick<ContentService<View, object>, 'list'>,
): ContentFeed => ({
  path,
  channel,
  latest: async (ctx, limit) => {
    const { items } = await service.list(ctx, { limit, offset: 0 });
    return items.map((view) => ({ ...item(view), path: `${page}/${view.id}` }));
  },
});
