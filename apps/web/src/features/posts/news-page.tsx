import { postFilters } from '@institute/contract/content.constants';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/news.svg';
import { useApi, useSite } from '../../api/context.ts';
import { type ListChoice, pagesWanted, postPages } from '../../lists/list-choice.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { pageStart, usePages } from '../../lists/show-more.tsx';
import { FeaturedPost, PostCard, PostsSkeleton, postGridClass } from './post-card.tsx';

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
