import { setTimeout as sleep } from 'node:timers/promises';
import { plainPageEnd, writePlainPageHead } from '../http/busy-page.ts';
import { escapeXml } from '../http/xml.ts';

/** The server keeps a waiting form no longer. Afterwards the visitor has to press a button. */
const LONGEST_WAIT_MS = 120_000;
/** Sends something this often, because proxies close a connection that is silent for a minute. */
const KEEP_ALIVE_MS = 10_000;

export type FormSendOutcome = { path: string } | { waitMs: number } | { refused: true };

interface ReturnedFormFields {
  action: string;
  values: Record<string, string>;
}
interface QueuedForm extends ReturnedFormFields {
  text: string;
  waitMs: number;
  send(): Promise<FormSendOutcome>;
  closing: AbortSignal;
}

export const mayWaitLonger = (waitMs: number): boolean => waitMs < LONGEST_WAIT_MS;

/** Writes a page with the form's values and a button that sends them again. */
export const writeBusyForm = (form: ReturnedFormFields): string =>
  `${writePlainPageHead('The site is very busy')}<p>Many people are here at this moment. What you typed is kept on this page. Press the button in a few seconds.</p>
${writeHiddenForm(form)}${plainPageEnd}`;

function writeHiddenForm({ action, values }: ReturnedFormFields): string {
  const hiddenFields = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeXml(name)}" value="${escapeXml(value)}">\n`,
  );
  return `<form method="post" action="${action}">
${hiddenFields.join('')}<button>Send it now</button>
</form>
`;
}

/**
 * Streams a page in two parts: the first says that the form waits, the second leads to the next page. A browser
 * without scripts cannot repeat the form, so the server does that while the page is open. The page holds the typed
 * values, in case the connection breaks.
 */
export async function* streamQueuedForm({ action, values, text, waitMs, send, closing }: QueuedForm) {
  yield `${writePlainPageHead('One moment, please')}<p role="status">${text}</p>
<p>Keep this page open. If nothing happens within two minutes, press the button.</p>
${writeHiddenForm({ action, values })}`;
  let sendOutcome: FormSendOutcome = { waitMs };
  let waitedMs = 0;
  while ('waitMs' in sendOutcome && mayWaitLonger(waitedMs + sendOutcome.waitMs) && !closing.aborted) {
    waitedMs += sendOutcome.waitMs;
    for (
      let waitLeftMs = sendOutcome.waitMs;
      waitLeftMs > 0 && !closing.aborted;
      waitLeftMs -= KEEP_ALIVE_MS
    ) {
      await sleep(Math.min(waitLeftMs, KEEP_ALIVE_MS), undefined, { signal: closing }).catch(() => undefined);
      yield '\n';
    }
    sendOutcome = await send();
  }
  if ('path' in sendOutcome)
    yield `<meta http-equiv="refresh" content="0; url=${escapeXml(sendOutcome.path)}">\n`;
  else if ('refused' in sendOutcome)
    yield '<p>Something has to be changed. Press the button to see what.</p>\n';
  else yield '<p>The site is still busy. Please press the button.</p>\n';
  yield plainPageEnd;
}
