import type { Post, PostSummary } from '@institute/contract';
import { postExcerptLength } from '@institute/contract/content.constants';
import { truncate } from '@institute/contract/text';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { PostRow } from './post.entity.ts';

type Part = Exclude<keyof Post, 'content'>;

const partsOf = (row: Pick<PostRow, Part>): Pick<Post, Part> => ({
  ...storedView(row),
  title: row.title,
  category: row.category,
  imageUrl: row.imageUrl ?? null,
  imageAlt: row.imageAlt ?? null,
  videoUrl: row.videoUrl ?? null,
  status: row.status,
  publishAt: row.publishAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

export const postView = (row: PostRow): Post => ({ ...partsOf(row), content: row.content });

const summarised = [
  'id',
  'title',
  'opening',
  'category',
  'imageUrl',
  'imageAlt',
  'videoUrl',
  'createdAt',
  'publishedAt',
] as const;

export const postSummary = summaryOf<PostRow>()(
  summarised,
  (row): PostSummary => ({
    id: row.id,
    title: row.title,
    excerpt: truncate(row.opening ?? '', postExcerptLength),
    category: row.category,
    imageUrl: row.imageUrl ?? null,
    imageAlt: row.imageAlt ?? null,
    videoUrl: row.videoUrl ?? null,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }),
);

export const listedPost = summaryOf<PostRow>()(
  [...summarised, 'updatedAt', 'status', 'publishAt'],
  (row) => ({ ...partsOf(row), excerpt: truncate(row.opening ?? '', postExcerptLength) }),
);
