import type { Post } from '@institute/contract';
import { type PostCategory, postCategories } from '@institute/contract/constants';
import { articleText, capitalise, truncate } from '@institute/contract/rules';
import { PublishBadge } from '../../admin-ui/form/publishing.tsx';
import { DateCell, NameCell } from '../../admin-ui/list/cells.tsx';
import { categoryFilter } from '../../admin-ui/list/list-filter.ts';
import type { ContentList } from '../../admin-ui/resource/content-resource.ts';
import { contentWords } from '../../admin-ui/resource/content-words.ts';
import { admin } from '../../api/admin.ts';
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
