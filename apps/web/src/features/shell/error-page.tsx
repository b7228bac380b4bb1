import { Container } from '@institute/ui/container.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
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
