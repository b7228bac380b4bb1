import { postResource } from '@institute/contract';
import { invalid } from '../../errors.ts';
import { contentResource } from '../content/content.resource.ts';
import { withInstant } from '../content/published.ts';
import { PostEntity } from './post.entity.ts';
import { listedPost, postSummary, postView } from './post.view.ts';

export const posts = contentResource({
  contract: postResource,
  entity: PostEntity,
  title: 'title',
  images: ['imageUrl'],
  html: ['content'],
  page: '/news',
  listedOn: ['/news'],
  drafts: true,
  versions: true,
  hasSyllables: true,
  view: postView,
  summary: postSummary,
  listed: listedPost,
  order: '-createdAt',
  defaults: {
    category: 'news',
    imageUrl: null,
    imageAlt: null,
    videoUrl: null,
    status: 'published',
    publishAt: null,
  },
  prepare: async (input) => {
    if (input.content === undefined) return withInstant(input);
    // the sanitiser is slow to load and seldom needed
    const { postHtml } = await import('./post-html.ts');
    const content = postHtml(input.content);
    if (!content) throw invalid([{ path: 'content', message: 'This is required' }]);
    return { ...withInstant(input), content };
  },
  feed: {
    path: '/news.rss',
    channel: ({ institute, pages }) => ({
      title: `${pages.news.title} – ${institute.name}`,
      description: pages.news.intro,
    }),
    item: ({ title, content, category, publishAt, createdAt }) => ({
      ...{ title, html: content, category, publishedAt: new Date(publishAt ?? createdAt) },
    }),
  },
  statsKey: 'posts',
});
