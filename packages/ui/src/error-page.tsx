import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Container } from './container.tsx';
import { ErrorState } from './error-state.tsx';
import { Heading } from './heading.tsx';
import { tryLoadingAgain } from './reload-on-missing-chunk.ts';

type ErrorPageProps = {
  isTitled?: boolean;
  /** Called before the page is loaded again. */
  onRetry?: () => void;
};

export function ErrorPage({ isTitled = false, onRetry }: ErrorPageProps) {
  const router = useRouter();
  const currentHref = useLocation({ select: (shown) => shown.href });
  const [pending, setPending] = useState(false);
  const retryLoading = async () => {
    setPending(true);
    onRetry?.();
    await tryLoadingAgain(() => router.invalidate());
    setPending(false);
  };
  const title = navigator.onLine === false ? 'You are offline' : 'Something went wrong';
  return (
    <Container className="py-section">
      {!isTitled && <title>{title}</title>}
      <Heading level={1} className="mb-6">
        {title}
      </Heading>
      <ErrorState title="This page could not be loaded" onRetry={retryLoading} pending={pending}>
        {/* The link needs no script, and loads the next release after an update */}
        <a href={currentHref} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Load the whole page
        </a>
      </ErrorState>
    </Container>
  );
}
