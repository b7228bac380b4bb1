import { ScriptOnce, useMatch } from '@tanstack/react-router';

const EVERY_S = 15;

/**
 * Only the head may hold this element. With scripts, the page of a pending payment asks for its state
 * itself.
 */
export function ReloadWithoutScripts() {
  const isDonationPending = useMatch({
    from: '/donations/$txRef',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData?.status === 'pending',
  });
  const isFeePending = useMatch({
    from: '/fees/{-$txRef}',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData?.state === 'pending',
  });
  return (
    (isDonationPending || isFeePending) && (
      <>
        <noscript>
          <meta httpEquiv="refresh" content={String(EVERY_S)} />
        </noscript>
        <ScriptOnce>{`(${reloadUnscripted})(${EVERY_S})`}</ScriptOnce>
      </>
    )
  );
}

/** In a browser that runs scripts, but not those of the page. */
function reloadUnscripted(seconds: number) {
  setInterval(() => {
    if (!document.documentElement.classList.contains('scripted')) location.reload();
  }, seconds * 1000);
}
