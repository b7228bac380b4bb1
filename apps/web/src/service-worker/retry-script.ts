/**
 * Loads the page again once the site can be reached. It asks after 1, 2, 4 … 30 s while the page is seen;
 * `#retry` shows when. An event alone is no sign: a name server may come later, and Back may bring no event.
 */
export const retryScript = `;(${retry})()`;

function retry() {
  const line = document.querySelector('#retry') as HTMLElement;
  let pause = 1;
  let left = pause;
  let isAsking = false;
  let isLeaving = false;
  const ask = async () => {
    isAsking = true;
    line.textContent = 'Trying again …';
    // The service worker passes HEAD requests to the network
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    // A reload would take the reader back from the page that he is on the way to
    if (isLeaving) return;
    if (answer && answer.status < 500) return location.reload();
    pause = Math.min(pause * 2, 30);
    left = pause;
    isAsking = false;
  };
  const count = () => {
    if (document.hidden || isAsking) return;
    if (left <= 0) void ask();
    else line.textContent = `Trying again in ${left} s`;
    left -= 1;
  };
  const scheduleCheck = () => {
    left = 0;
    count();
  };
  setInterval(count, 1000);
  count();
  addEventListener('online', scheduleCheck);
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  document.addEventListener('visibilitychange', scheduleCheck);
}
