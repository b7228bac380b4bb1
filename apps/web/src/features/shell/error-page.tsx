import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';

export function ErrorPage({ error, isTitled = false }: { error: unknown; isTitled?: boolean }) {
  const router = useRouter();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  useEffect(() => console.error(error), [error]);

  const retry = async () => {
    setPending(true);
    client.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    await router.invalidate();
    setPending(false);
  };
  const title = navigator.onLine === false ? 'You are offline' : 'Something went wrong';
  return (
    <Container className="py-section">
      {!isTitled && <title>{title}</title>}
      <Heading level={1} className="mb-6">
        {title}
      </Heading>
      <ErrorState title="This page could not be loaded" onRetry={retry} pending={pending} />
    </Container>
  );
}

type NotFoundPageProps = {
  title?: string;
  to?: string;
  label?: string;
};

export function NotFoundPage({
  title = 'Page not found',
  to = '/programs',
  label = 'Explore Programs',
}: NotFoundPageProps) {
  return (
    <Container className="py-section">
      <div className="grid overflow-hidden rounded-card border border-line bg-card md:grid-cols-[1fr_18rem]">
        <div className="flex flex-col items-start justify-center gap-4 p-6 md:p-12">
          <SearchX className="size-10 text-clay" />
          <Heading level={1}>{title}</Heading>
          <p className="max-w-text text-muted">
            It may have moved, or the link is not quite right. These pages will help you on.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={to}>{label}</ButtonLink>
            <ButtonLink to="/" variant="outline">
              Return Home
            </ButtonLink>
          </div>
        </div>
        <Pattern seed="not found" cols={4} rows={5} className="h-32 w-full md:h-full" />
      </div>
    </Container>
  );
}

export const NothingHere = () => (
  <>
    <title>Page not found</title>
    <meta name="robots" content="noindex" />
    <NotFoundPage />
  </>
);
