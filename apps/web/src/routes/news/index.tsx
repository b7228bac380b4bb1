import { postFilters } from '@institute/contract/posts.constants';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/news.svg';
import { createFileRoute } from '@tanstack/react-router';
import { useSite } from '../../api/context.ts';
import { PostCard, postSkeleton } from '../../features/posts/post-card.tsx';
import { makeListRoute } from '../../features/shell/page-head.ts';
import { CardSkeletons, cardGridClass } from '../../lists/cards.tsx';
import { queryPostPages } from '../../lists/content-pages.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { makePageStartProps, usePages } from '../../lists/show-more.tsx';

export const Route = createFileRoute('/news/')({
  staticData: { site: ['pages.news'] },
  ...makeListRoute('news', queryPostPages),
  component: NewsPage,
});

function NewsPage() {
  const listChoice = Route.useSearch();
  const pageWords = useSite('pages.news').pages.news;
  const postPages = usePages(queryPostPages, listChoice);
  return (
    <>
      <PageHero {...pageWords} pattern={pattern} />
      <ListSection
        path="/news"
        id="articles"
        label="Articles"
        pages={postPages}
        filter={{ categories: postFilters, placeholder: 'Title or topic', choice: listChoice }}
        counted={['article']}
        empty={{ title: 'No news articles found matching your criteria.', all: 'Show all articles' }}
        skeleton={<CardSkeletons label="Loading articles…" featured="aspect-[16/10]" {...postSkeleton} />}
      >
        {([featured, ...others]) => (
          <>
            {featured && <PostCard key={featured.id} post={featured} featured />}
            {others.length > 0 && (
              <ul className={`mt-5 lg:mt-6 ${cardGridClass}`}>
                {others.map((post, at) => (
                  <PostCard key={post.id} post={post} {...makePageStartProps(at + 1)} />
                ))}
              </ul>
            )}
          </>
        )}
      </ListSection>
    </>
  );
}
