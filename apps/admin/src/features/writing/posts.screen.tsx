import { type Post, postInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { type PostCategory, postCategories } from '@institute/contract/posts.constants';
import { truncate } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { makeFieldComponents, putFieldsInOneColumn, requiredProps } from '../../content/content-fields.tsx';
import { makeContentPage } from '../../content/content-page.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import {
  makeStateFilter,
  PublishBadge,
  publishingLabels,
  requirePublishTime,
} from '../../content/publishing.tsx';
import { ContentField } from '../../editor/content-field.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { categoryColumn, DateCell, makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { keepPreviousRowsOption, makeCategoryFilter } from '../../lists/list-search.ts';
import { ImageViewer, VideoViewer } from './media-dialogs.tsx';

const postSchema = requirePublishTime(postInput);
type PostValues = (typeof postSchema)['_zod']['input'];

const postFieldLabels = {
  title: 'Title',
  category: 'Category',
  content: 'Content',
  ...imageLabels,
  videoUrl: 'Video URL',
  ...publishingLabels,
};
const { text, choice, image } = makeFieldComponents<PostValues>(postFieldLabels);

const EXCERPT_LENGTH = 120;

type ListedPost = Omit<Post, 'content'> & { excerpt: string };

const form = {
  api: admin.posts,
  labels: postFieldLabels,
  drafts: admin.posts,
  states: publishStatuses,
  ...makeFormDefinition(postSchema, () => ({
    category: 'news' as const,
    status: 'published' as const,
    publishAt: null,
  })),
  fields: putFieldsInOneColumn(
    text('title', requiredProps),
    <ContentField<PostValues> name="content" label={postFieldLabels.content} />,
    image('imageUrl', 'imageAlt'),
  ),
  page: {
    settings: putFieldsInOneColumn(
      choice('category', postCategories),
      text('videoUrl', {
        hint: 'A link to a video, shown with the article',
        placeholder: 'https://youtu.be/…',
      }),
    ),
    viewPath: ({ id }: Post) => `/news/${id}`,
  },
};

export const PostPage = makeContentPage<Post, typeof postSchema>('posts', form);

export const PostsScreen = makeContentScreen<Post, typeof postSchema, PostCategory, ListedPost>('posts', {
  list: {
    useRows: (query) => admin.posts.list.useQuery(query, keepPreviousRowsOption),
    nameOf: ({ title }) => title,
    filter: makeCategoryFilter(postCategories),
    secondFilter: makeStateFilter(publishStatuses),
    columns: [
      makeNameColumn('title', postFieldLabels.title, (post: ListedPost) => <PublishBadge item={post} />),
      categoryColumn,
      {
        heading: postFieldLabels.content,
        cell: ({ excerpt }) => truncate(excerpt, EXCERPT_LENGTH),
        isText: true,
      },
      { heading: 'Image', cell: (post) => <ImageViewer post={post} /> },
      { heading: 'Video', cell: (post) => <VideoViewer post={post} /> },
      {
        heading: 'Created',
        phone: 'fact',
        sort: 'createdAt',
        sortedBy: 'day',
        cell: (post) => <CreatedCell post={post} />,
      },
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form,
});

/** The second date is shown only if it is another day. */
function CreatedCell({ post: { createdAt, publishedAt } }: { post: ListedPost }) {
  const isPublished = publishedAt && Date.parse(publishedAt) <= Date.now();
  const isPublishedOnOtherDay = isPublished && formatDate(publishedAt) !== formatDate(createdAt);
  return (
    <>
      <DateCell value={createdAt} />{' '}
      {isPublishedOnOtherDay && (
        <span className="text-sm text-muted max-md:block">Published {formatDate(publishedAt)}</span>
      )}
    </>
  );
}
