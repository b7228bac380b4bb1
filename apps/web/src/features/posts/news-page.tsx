import { postFilters } from '@institute/contract/posts.constants';
import { useApi, useSite } from '../../api/context.ts';
import { postPages } from '../../api/list-pages.ts';
import { usePages } from '../../api/use-pages.ts';
import { type ListChoice, pagesWanted } from '../../ui/list-choice.ts';
import { ListSection } from '../../ui/list-section.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import pattern from '../../ui/pattern/heroes/news.svg';
import { pageStart } from '../../ui/show-more.tsx';
import { FeaturedPost, PostCard, postGridClass } from './post-card.tsx';
import { PostsSkeleton } from './posts-skeleton.tsx';

export function NewsPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.news;
  const pages = usePages(postPages(queries, choice), pagesWanted(choice));
  return (
    <>
      <PageHero title={title} intro={intro} pattern={pattern} />
      <ListSection
        path="/news"
        id="articles"
        label="Articles"
        pages={pages}
        filter={{ categories: postFilters, placeholder: 'Title or topic', choice }}
        counted={['article']}
        empty={{ title: 'No news articles found matching your criteria.', all: 'Show all articles' }}
        skeleton={<PostsSkeleton />}
      >
        {([featured, ...others]) => (
          <>
            {featured && <FeaturedPost key={featured.id} post={featured} />}
            {others.length > 0 && (
              <ul className={`mt-5 lg:mt-6 ${postGridClass}`}>
                {others.map((post, at) => (
                  <PostCard key={post.id} post={post} {...pageStart(at + 1)} />
                ))}
              </ul>
            )}
          </>
        )}
      </ListSection>
    </>
  );
}
