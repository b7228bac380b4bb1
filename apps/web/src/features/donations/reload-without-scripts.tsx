import { useMatch } from '@tanstack/react-router';

const EVERY_S = 15;

/**
 * Only the head may hold this element. With scripts, the page of a pending donation asks for its state
 * itself.
 */
export function ReloadWithoutScripts() {
  const isPending = useMatch({
    from: '/donations/$txRef',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData?.status === 'pending',
  });
  return (
    isPending && (
      <noscript>
        <meta httpEquiv="refresh" content={String(EVERY_S)} />
      </noscript>
    )
  );
}
