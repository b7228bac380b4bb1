import type { Post, PostInput, PostSummary } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { invalid } from '../../errors.ts';
import { contentService } from '../content/content.service.ts';
import { published, withInstant } from '../content/published.ts';
import { PostEntity, type PostRow } from './post.entity.ts';
import { postSummary, postView } from './post.view.ts';

export const posts = contentService<PostRow, Post, PostInput, PostSummary>({
  entity: PostEntity,
  type: 'post',
  missing: notFoundMessages.post,
  order: '-createdAt',
  defaults: {
    category: 'news',
    imageUrl: null,
    imageAlt: null,
    videoUrl: null,
    status: 'published',
    publishAt: null,
  },
  title: (row) => row.title,
  view: postView,
  summary: postSummary,
  visible: published,
  page: '/news',
  isVersioned: true,
  prepare: async (input) => {
    if (input.content === undefined) return withInstant(input);
    // much to load for what is seldom done
    const { articleHtml } = await import('./article-html.ts');
    const content = articleHtml(input.content);
    if (!content) throw invalid([{ path: 'content', message: 'This is required' }]);
    return { ...withInstant(input), content };
  },
});
