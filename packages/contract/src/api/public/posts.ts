import * as z from 'zod';
import { plannedDays } from '../../fields/day-bounds.ts';
import {
  imageAlt,
  instant,
  nullable,
  oneLineText,
  text,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import { publishStatuses } from './content.constants.ts';
import { declareContentResource } from './content.ts';
import { postCategories, postLimits, postNotFound } from './posts.constants.ts';

/**
 * `content` is HTML that the server has sanitised. `publishedAt` is when visitors could first see the post, or
 * will. It is null for a draft that was never visible.
 */
export const post = withId({
  title: z.string(),
  content: z.string(),
  category: z.enum(postCategories),
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
  videoUrl: z.string().nullable(),
  status: z.enum(publishStatuses),
  publishAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
}).meta({ id: 'Post' });
export type Post = z.infer<typeof post>;

export const postSummary = post
  .pick({
    id: true,
    title: true,
    category: true,
    imageUrl: true,
    imageAlt: true,
    videoUrl: true,
    createdAt: true,
    publishedAt: true,
  })
  .extend({ excerpt: z.string().meta({ examples: ['Come and see.'] }) })
  .meta({ id: 'PostSummary' });
export type PostSummary = z.infer<typeof postSummary>;

/** A post in the office's list, which shows no texts. */
export const listedPost = post.omit({ content: true }).extend({ excerpt: postSummary.shape.excerpt });

export const postInput = z.object({
  title: oneLineText(postLimits.title),
  content: text(postLimits.content),
  category: withDefault(z.enum(postCategories), 'news'),
  imageUrl: nullable(url),
  imageAlt,
  videoUrl: nullable(url),
  status: withDefault(z.enum(publishStatuses), 'published'),
  publishAt: nullable(instant),
});

export const postResource = declareContentResource({
  type: 'post',
  notFound: postNotFound,
  path: 'posts',
  words: ['news article', 'news articles'],
  entity: post,
  input: postInput,
  sorts: ['publishedAt', 'title', 'category'],
  categories: postCategories,
  summary: postSummary,
  listed: listedPost,
  days: { publishAt: plannedDays },
  example: {
    title: 'Open day',
    content: '<p>Come and <strong>see</strong>.</p>',
    category: 'community',
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'The gate',
    videoUrl: 'https://youtu.be/abcdefghijk',
    status: 'scheduled',
    publishAt: '2020-05-01T10:00:00.000Z',
  },
});
