import { useMatch } from '@tanstack/react-router';

const EVERY_S = 15;

/** With scripts the page of a pending donation asks for its state. Only the head may hold the element for those without. */
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
