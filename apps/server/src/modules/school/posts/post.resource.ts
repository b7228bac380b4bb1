import { postResource } from '@institute/contract';
import { postExcerptLength } from '@institute/contract/posts.constants';
import { findFirstPicture, readPostText, truncate } from '@institute/contract/text';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { declareComputedFields } from '../../platform/content/content.view.ts';
import { parsePublishAt } from '../../platform/content/publishing.ts';
import { PostEntity, type PostRow } from './post.entity.ts';

export const postsResource = declareContentResource({
  contract: postResource,
  entity: PostEntity,
  title: 'title',
  images: ['imageUrl'],
  html: ['content'],
  page: '/news',
  listedOn: ['/news'],
  drafts: true,
  versions: true,
  summary: {
    computed: declareComputedFields(
      PostEntity,
      ['opening', 'firstPicture', 'imageUrl', 'videoUrl'],
      ({ opening, ...pictures }) => ({
        excerpt: truncate(opening ?? '', postExcerptLength),
        ...findCardPicture(pictures),
      }),
    ),
  },
  exported: ['publishedAt'],
  order: '-publishedAt',
  prepare: (input, row, { now }) => {
    const publicationFields = parsePublishAt(input);
    return {
      ...publicationFields,
      publishedAt: choosePublicationTime({ ...row, ...publicationFields }, now()),
    };
  },
  feed: {
    path: '/news.rss',
    channel: ({ institute, pages }) => ({
      title: [pages.news.title, institute.name].filter(Boolean).join(' – '),
      // RSS requires a description
      description: pages.news.intro || pages.news.title,
    }),
    item: ({ title, content, category, publishedAt, createdAt }) => ({
      title,
      text: readPostText(content),
      category,
      publishedAt: new Date(publishedAt ?? createdAt),
    }),
  },
  statsKey: 'posts',
});

/** A card without a picture or video of its own shows the first picture of the text. */
function findCardPicture({
  imageUrl,
  videoUrl,
  firstPicture: tag,
}: Pick<PostRow, 'imageUrl' | 'videoUrl' | 'firstPicture'>) {
  const firstPictureOfText = imageUrl || videoUrl ? null : findFirstPicture(tag ?? '');
  return firstPictureOfText && { imageUrl: firstPictureOfText.src, imageAlt: firstPictureOfText.alt };
}

type PublicationFields = Partial<Pick<PostRow, 'status' | 'publishAt' | 'publishedAt'>>;

/**
 * Returns when visitors could first see a post. Null for a draft that was never visible. A republished post keeps
 * it.
 */
function choosePublicationTime(
  { status = 'published', publishAt, publishedAt }: PublicationFields,
  now: Date,
) {
  if (status === 'scheduled') return publishAt ?? null;
  if (publishedAt && publishedAt <= now) return publishedAt;
  return status === 'published' ? now : null;
}
