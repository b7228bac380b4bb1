import { postFilters } from '@institute/contract/posts.constants';
import { useApi, useSite } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice, pagesWanted } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Section } from '../../ui/section.tsx';
import { pageStart, ShowMore } from '../../ui/show-more.tsx';
import { FeaturedPost, PostCard, postGridClass } from './post-card.tsx';
import { postPages } from './post-pages.ts';
import { PostsSkeleton } from './posts-skeleton.tsx';

export function NewsPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.news;
  const pages = usePages(postPages(queries, choice), pagesWanted(choice));
  const { items: posts, total, isError, isFetching, refetch } = pages;
  const [featured, ...others] = posts ?? [];
  return (
    <>
      <PageHero title={title} intro={intro} seed="news" />
      <Section id="articles" aria-label="Articles">
        <ListFilter
          action="/news#articles"
          categories={postFilters}
          placeholder="Title or topic"
          choice={choice}
          found={total === undefined ? undefined : foundText(total, 'article')}
        />
        {featured && <FeaturedPost key={featured.id} post={featured} />}
        {others.length > 0 && (
          <ul className={`mt-5 lg:mt-6 ${postGridClass}`}>
            {others.map((post, at) => (
              <PostCard key={post.id} post={post} {...pageStart(at + 1)} />
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
        {!posts && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!posts && !isError && <PostsSkeleton />}
        {posts && <ShowMore {...pages} />}
      </Section>
    </>
  );
}
