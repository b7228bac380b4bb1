import { postCategories } from '@institute/contract/posts.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  declareLargeTableIndexes,
  declareListIndex,
  imageColumns,
  publishingColumns,
  searchColumn,
} from '../../platform/content/content.entity.ts';

export const PostEntity = defineEntity({
  name: 'Post',
  tableName: 'posts',
  indexes: [
    ...declareLargeTableIndexes('posts', 'status, publish_at', 'published_at'),
    declareListIndex('posts', 'created', '(created_at, id)'),
    {
      // Background work asks every second for the next due post
      name: 'posts_scheduled_index',
      expression: `create index posts_scheduled_index on posts (publish_at) where status = 'scheduled' and deleted_at is null`,
    },
  ],
  properties: {
    ...contentItem,
    ...publishingColumns,
    /** Time at which visitors could first see the post, or will see it. Null for a draft that was never visible. */
    publishedAt: p.datetime().length(3).nullable(),
    ...imageColumns,
    title: p.string().length(300),
    content: p.text(),
    category: p.enum(postCategories),
    imageUrl: p.string().length(2000).nullable(),
    videoUrl: p.string().length(2000).nullable(),
    /**
     * Beginning of the text without markup, longer than any excerpt. Lists read it instead of whole posts.
     */
    opening: p.text().generated('(left(post_text(content), 1000)) stored').nullable().lazy().hidden(),
    /** The tag of the first picture of the text, which cards show where the post has none of its own. */
    firstPicture: p.text().generated('(post_picture(content)) stored').nullable().lazy().hidden(),
    search: searchColumn('title', 'post_text(content)'),
  },
});
export type PostRow = InferEntity<typeof PostEntity>;
