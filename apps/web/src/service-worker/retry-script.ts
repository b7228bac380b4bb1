/**
 * Loads the page again once the site can be reached. The script asks after 1, 2, 4 … 30 s while the page is
 * visible, and `#retry` shows when. The `online` event alone is not enough: the name server may come back
 * later, and Back may bring no event.
 */
export const retryScript = `;(${retryUntilOnline})()`;

function retryUntilOnline() {
  const retryStatusElement = document.querySelector('#retry') as HTMLElement;
  let pauseSeconds = 1;
  let secondsLeft = pauseSeconds;
  let isChecking = false;
  let isLeavingPage = false;
  const checkConnection = async () => {
    isChecking = true;
    retryStatusElement.textContent = 'Trying again …';
    // The service worker passes HEAD requests to the network
    const siteResponse = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    );
    // A reload would take the reader back from the page that he is on the way to
    if (isLeavingPage) return;
    if (siteResponse && siteResponse.status < 500) return location.reload();
    pauseSeconds = Math.min(pauseSeconds * 2, 30);
    secondsLeft = pauseSeconds;
    isChecking = false;
  };
  const countDown = () => {
    if (document.hidden || isChecking) return;
    if (secondsLeft <= 0) void checkConnection();
    else retryStatusElement.textContent = `Trying again in ${secondsLeft} s`;
    secondsLeft -= 1;
  };
  const scheduleCheck = () => {
    secondsLeft = 0;
    countDown();
  };
  setInterval(countDown, 1000);
  countDown();
  addEventListener('online', scheduleCheck);
  addEventListener('beforeunload', () => {
    isLeavingPage = true;
  });
  document.addEventListener('visibilitychange', scheduleCheck);
}
