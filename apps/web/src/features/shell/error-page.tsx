import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { ErrorPage } from '@institute/ui/error-page.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';

export function FailedPage({ error, isTitled }: { error: unknown; isTitled?: boolean }) {
  const queryClientToReset = useQueryClient();
  useEffect(() => console.error(error), [error]);
  const forgetFailedQueries = () =>
    queryClientToReset.removeQueries({ predicate: ({ state }) => state.status === 'error' });
  return <ErrorPage isTitled={isTitled} onRetry={forgetFailedQueries} />;
}

type NotFoundPageProps = {
  title?: string;
  text?: string;
  to?: string;
  label?: string;
};

export function NotFoundPage({
  title = 'Page not found',
  text = 'It may have moved, or the link is not quite right. These pages will help you on.',
  to = '/programs',
  label = 'Explore Programs',
}: NotFoundPageProps) {
  return (
    <Container className="py-section">
      <div className="grid overflow-hidden rounded-card border border-line bg-card md:grid-cols-[1fr_18rem]">
        <div className="flex flex-col items-start justify-center gap-4 p-6 md:p-12">
          <SearchX className="size-10 text-clay" />
          <Heading level={1}>{title}</Heading>
          <p className="max-w-text text-muted">{text}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={to}>{label}</ButtonLink>
            <ButtonLink to="/" variant="outline">
              Return Home
            </ButtonLink>
          </div>
        </div>
        <Pattern seed="not found" cols={4} rows={5} className="aspect-[4/1] w-full md:h-full" />
      </div>
    </Container>
  );
}

export const NotFoundMessage = () => (
  <>
    <title>Page not found</title>
    <meta name="robots" content="noindex" />
    <NotFoundPage />
  </>
);
