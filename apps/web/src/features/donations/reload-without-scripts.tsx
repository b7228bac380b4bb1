import { ScriptOnce, useMatch } from '@tanstack/react-router';

const RELOAD_INTERVAL_S = 15;

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
          <meta httpEquiv="refresh" content={String(RELOAD_INTERVAL_S)} />
        </noscript>
        <ScriptOnce>{`(${reloadPageEverySeconds})(${RELOAD_INTERVAL_S})`}</ScriptOnce>
      </>
    )
  );
}

/** For a browser that runs inline scripts but not the scripts of the page. */
function reloadPageEverySeconds(seconds: number) {
  setInterval(() => {
    if (!document.documentElement.classList.contains('scripted')) location.reload();
  }, seconds * 1000);
}
