import type { Post, Site } from '@institute/contract';
import { postText } from '@institute/contract/text';
import { videoId, videoThumbnail } from '@institute/contract/video';

const SHARED_IMAGE = '/images/share.jpg';

/** For search engines and shared links. `way` is the breadcrumb. */
export function postHead(post: Post, site: Site | undefined, origin: string, way: object) {
  const { id, title, content, videoUrl, imageUrl, imageAlt, updatedAt } = post;
  const publishedAt = post.publishedAt ?? post.createdAt;
  const path = `/news/${id}`;
  const video = videoId(videoUrl);
  const image = imageUrl ?? (video ? videoThumbnail(video) : SHARED_IMAGE);
  const institute = { '@type': 'EducationalOrganization', name: site?.institute.name, url: origin };
  return {
    title,
    description: import.meta.env.SSR ? `${title}: ${postText(content)}` : '',
    path,
    image,
    imageAlt,
    type: 'article' as const,
    publishedAt,
    jsonLd: import.meta.env.SSR && [
      {
        '@type': 'NewsArticle',
        headline: title,
        datePublished: publishedAt,
        // a scheduled post was last changed before it was published
        dateModified: [updatedAt, publishedAt].sort()[1],
        image: [new URL(image, origin).href],
        url: origin + path,
        author: institute,
        publisher: institute,
      },
      way,
    ],
  };
}
