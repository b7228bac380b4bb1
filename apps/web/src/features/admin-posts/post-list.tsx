import type { Post } from '@institute/contract';
import { type PostCategory, postCategories } from '@institute/contract/constants';
import { articleText, capitalise, truncate } from '@institute/contract/rules';
import { admin } from '../../api/admin.ts';
import { DateCell, NameCell } from '../admin-content/cells.tsx';
import type { ContentList } from '../admin-content/content-resource.ts';
import { contentWords } from '../admin-content/content-words.ts';
import { categoryFilter } from '../admin-content/list-filter.ts';
import { PublishBadge } from '../admin-content/publishing.tsx';
import { ImageViewer, VideoViewer } from './media-viewer.tsx';

export const postWords = contentWords({ one: 'post', many: 'posts' });

const EXCERPT_LENGTH = 120;

export const postList: ContentList<Post, PostCategory> = {
  kind: 'post',
  words: postWords,
  api: admin.posts,
  nameOf: ({ title }) => title,
  filter: categoryFilter(postCategories),
  columns: [
    {
      heading: 'Title',
      plain: true,
      cell: (post) => (
        <div>
          <NameCell>{post.title}</NameCell>
          <PublishBadge item={post} />
        </div>
      ),
    },
    { heading: 'Category', cell: ({ category }) => capitalise(category) },
    {
      heading: 'Content',
      cell: ({ content }) => truncate(articleText(content), EXCERPT_LENGTH),
      className: 'md:min-w-44',
    },
    { heading: 'Image', cell: (post) => <ImageViewer post={post} /> },
    { heading: 'Video', cell: (post) => <VideoViewer post={post} /> },
    { heading: 'Created', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
    { heading: 'Updated', cell: ({ updatedAt }) => <DateCell value={updatedAt} /> },
  ],
};
