import type { Post } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import type { PostRow } from './post.entity.ts';

export const postView = (row: PostRow): Post => ({
  ...storedView(row),
  title: row.title,
  content: row.content,
  category: row.category,
  imageUrl: row.imageUrl ?? null,
  imageAlt: row.imageAlt ?? null,
  videoUrl: row.videoUrl ?? null,
  status: row.status,
  publishAt: row.publishAt?.toISOString() ?? null,
});
