import { newsFilters } from '@institute/contract/posts.constants';
import { useQuery } from '@tanstack/react-query';
import { useApi, useSite } from '../../api/context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Section } from '../../ui/section.tsx';
import { ArticleCard, articleGridClass, FeaturedArticle } from './article-card.tsx';
import { ArticlesSkeleton } from './articles-skeleton.tsx';
import { filterPosts } from './news-filter.ts';

export function NewsPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.news;
  const { data, isError, isFetching, refetch } = useQuery(queries.posts.list());
  const posts = data && filterPosts(data, choice);
  const [featured, ...others] = posts ?? [];
  return (
    <>
      <PageHero title={title} intro={intro} seed="news" />
      <Section id="articles" aria-label="Articles">
        <ListFilter
          action="/news#articles"
          categories={newsFilters}
          placeholder="Title or topic"
          choice={choice}
          found={posts && foundText(posts.length, 'article')}
        />
        {featured && <FeaturedArticle key={featured.id} post={featured} />}
        {others.length > 0 && (
          <ul className={`mt-5 lg:mt-6 ${articleGridClass}`}>
            {others.map((post) => (
              <ArticleCard key={post.id} post={post} />
            ))}
          </ul>
        )}
        {posts?.length === 0 && (
          <EmptyState
            title="No news articles found matching your criteria."
            action={
              <ButtonLink to="/news" hash="articles" variant="outline">
                Show all articles
              </ButtonLink>
            }
          />
        )}
        {!data && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!data && !isError && <ArticlesSkeleton />}
      </Section>
    </>
  );
}
