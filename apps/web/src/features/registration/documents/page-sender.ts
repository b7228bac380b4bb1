import { ApiFailure } from '@institute/client/failure';
import type { AskedDocuments } from '@institute/contract';
import {
  describeConnectionBreak,
  documentFaults,
  documentLimits,
} from '@institute/contract/applicant-documents.constants';
import { openDevicePages, type WaitingPage } from './device-pages.ts';
import { PAGES_DATABASE } from './old-pages.ts';
import { callServer, endsTicket, isTemporaryFailure } from './server-calls.ts';
import { drawPreview, FileRefusal, prepareFileToSend } from './shrink-photo.ts';
import { readDeadline, watchDeadline } from './ticket-end.ts';

/** What the page shows of the sending. */
export interface SendingView {
  view: AskedDocuments;
  waiting: readonly ShownPage[];
  /** Addresses of small pictures of this device's photos, by hash. */
  previews: ReadonlyMap<string, string>;
  /** By ask. */
  faults: Readonly<Partial<Record<string, string>>>;
  /** Why nothing is being sent now. */
  pauseNote: string;
  /** The ticket has ended: pages wait on the device until the reference is typed again. */
  hasEnded: boolean;
  /** The browser could not store a page, which is lost when this page is closed. */
  isUnkept: boolean;
}

export interface ShownPage {
  ask: string;
  sha256: string;
  /** Hash of the page whose place it takes. */
  replaces: string | null;
  /** Between 0 and 1. */
  sentShare: number;
}

/** `saving` ends when the device has it, or has no room. */
type PageToSend = WaitingPage & { isKept: boolean; saving?: Promise<void> };

export type Sender = Awaited<ReturnType<typeof startPageSender>>;

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
/** A weak phone does not draw every packet. */
const SHOWN_PROGRESS_STEPS = 20;

/**
 * Sends one page after the other, and again when the connection is back. Each page lies sealed on the device until the
 * server has it, so that neither a break nor a closed tab loses one. `tell` gets every change.
 */
export async function startPageSender(
  first: AskedDocuments,
  postedFaults: SendingView['faults'],
  tell: (sending: SendingView) => void,
) {
  const devicePages = await openDevicePages(first.deviceKey);
  const senderController = new AbortController();
  const { signal } = senderController;
  const previews = new Map<string, string>();
  /** Hashes of new pages by those of the old. A page may be replaced again before the first new one has arrived. */
  const replacements = new Map<string, string>();
  let documentsView = first;
  let deadline = readDeadline(first.endsAt, Date.now());
  let pagesToSend: PageToSend[] = [];
  let faultsByAsk = postedFaults;
  let sentShare = 0;
  let pauseNote = '';
  let hasEnded = false;
  let isSending = false;
  let endPause = () => {};

  function showSendingState(): void {
    if (signal.aborted && !hasEnded) return;
    tell({
      view: documentsView,
      waiting: pagesToSend.map(({ ask, sha256, replaces }, at) => ({
        ask,
        sha256,
        replaces,
        sentShare: at === 0 ? sentShare : 0,
      })),
      previews,
      faults: faultsByAsk,
      pauseNote,
      hasEnded,
      isUnkept: pagesToSend.some(({ isKept }) => !isKept),
    });
  }

  function stop(): void {
    senderController.abort();
    removeEventListener('online', sendAgain);
    stopWatching();
    endPause();
  }

  /** Stops the sending once the ticket has ended, and removes the applicant's pages and previews from the screen. */
  function endTicket(): void {
    if (signal.aborted) return;
    stop();
    hasEnded = true;
    pagesToSend = [];
    previews.clear();
    showSendingState();
  }

  type DocumentsCall = Omit<Parameters<typeof callServer>[0], 'signal'>;

  async function updateViewFromServer(call: DocumentsCall): Promise<void> {
    documentsView = await callServer({ ...call, signal });
    deadline = readDeadline(documentsView.endsAt, Date.now());
  }

  const readViewAgain = () => updateViewFromServer({ method: 'GET', path: '' });
  const listPageHashesOfAsk = (ask: string) =>
    documentsView.asks.find(({ id }) => id === ask)?.pages.map(({ sha256 }) => sha256) ?? [];

  function setFault(ask: string, message: string | undefined): void {
    const { [ask]: _, ...others } = faultsByAsk;
    faultsByAsk = message === undefined ? others : { ...others, [ask]: message };
  }

  /** Other tabs have sent pages meanwhile, or stored more. */
  async function readPagesOnDevice(): Promise<void> {
    // A page may be stored while the device is read
    const pagesKeptOnDevice = pagesToSend.filter(({ isKept }) => isKept);
    const pagesStoredOnDevice = await devicePages.list().catch(() => pagesKeptOnDevice);
    const hasPageWithId = (pages: readonly WaitingPage[], id: string) => pages.some((page) => page.id === id);
    const pagesStillToSend = pagesToSend.filter(
      (page) => !pagesKeptOnDevice.includes(page) || hasPageWithId(pagesStoredOnDevice, page.id),
    );
    const werePagesSentElsewhere = pagesStillToSend.length < pagesToSend.length;
    const pagesAddedElsewhere = pagesStoredOnDevice
      .filter(({ id }) => !hasPageWithId(pagesToSend, id))
      .map((page) => ({ ...page, isKept: true }));
    pagesToSend = [...pagesStillToSend, ...pagesAddedElsewhere];
    showSendingState();
    for (const page of pagesAddedElsewhere) void addPreview(page).then(showSendingState);
    if (werePagesSentElsewhere) await readViewAgain().catch(() => undefined);
  }

  async function addPreview({ sha256, bytes }: Pick<WaitingPage, 'sha256' | 'bytes'>): Promise<void> {
    const previewAddress = previews.has(sha256) ? undefined : await drawPreview(bytes);
    if (previewAddress) previews.set(sha256, previewAddress);
  }

  async function dropPage(page: PageToSend): Promise<void> {
    await page.saving;
    await devicePages.remove(page).catch(() => undefined);
    pagesToSend = pagesToSend.filter((one) => one !== page);
    sentShare = 0;
  }

  /** What has arrived before a break is not sent again. */
  async function deliverPage({ ask, sha256, bytes, replaces }: PageToSend): Promise<void> {
    const sentPageHashes = listPageHashesOfAsk(ask);
    let replacedHash = replaces;
    while (replacedHash && !sentPageHashes.includes(replacedHash) && replacements.has(replacedHash))
      replacedHash = replacements.get(replacedHash) ?? null;
    if (!sentPageHashes.includes(sha256)) {
      const showShareOfPage = (share: number) => {
        const step = Math.floor(share * SHOWN_PROGRESS_STEPS) / SHOWN_PROGRESS_STEPS;
        if (step === sentShare) return;
        sentShare = step;
        showSendingState();
      };
      await updateViewFromServer({
        method: 'PUT',
        path: `/${ask}/pages/${sha256}${replacedHash ? `?replaces=${replacedHash}` : ''}`,
        body: bytes,
        onShare: showShareOfPage,
      });
    }
    if (replacedHash) replacements.set(replacedHash, sha256);
  }

  function describePause({ ask, replaces }: PageToSend, { status, message }: ApiFailure): string {
    if (status > 0 || replaces) return message;
    const arrived = listPageHashesOfAsk(ask).length;
    return describeConnectionBreak(arrived, arrived + pagesToSend.filter((page) => page.ask === ask).length);
  }

  const pauseSending = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function sendWaiting(): Promise<void> {
    await readPagesOnDevice();
    let pauseMs = FIRST_PAUSE_MS;
    let isConnectionBroken = false;
    for (let [page] = pagesToSend; page && !signal.aborted; [page] = pagesToSend) {
      try {
        if (isConnectionBroken) await readViewAgain();
        isConnectionBroken = false;
        await deliverPage(page);
        await dropPage(page);
        pauseMs = FIRST_PAUSE_MS;
        pauseNote = '';
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (endsTicket(error)) return endTicket();
        if (isTemporaryFailure(error)) {
          isConnectionBroken = true;
          sentShare = 0;
          pauseNote = describePause(page, error);
          showSendingState();
          await pauseSending(Math.max(pauseMs, (error.retryAfter ?? 0) * 1000));
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
          continue;
        }
        pauseNote = '';
        setFault(page.ask, error.message);
        await dropPage(page);
      }
      showSendingState();
    }
  }

  /** One tab at a time sends. Browsers have locks on secure origins only. */
  function startSending(): void {
    if (isSending || signal.aborted) return;
    isSending = true;
    const sendingInOneTab = navigator.locks
      ? navigator.locks.request(PAGES_DATABASE, { signal }, sendWaiting)
      : sendWaiting();
    sendingInOneTab.then(
      () => {
        isSending = false;
        // A page that was added in the last moment
        if (pagesToSend.length > 0) startSending();
      },
      (error) => {
        isSending = false;
        if (!signal.aborted) console.error(error);
      },
    );
  }

  function sendAgain(): void {
    endPause();
    startSending();
  }

  async function addFile(ask: string, file: File, replaces: string | null): Promise<void> {
    const { bytes, sha256 } = await prepareFileToSend(file);
    const sentPageHashes = listPageHashesOfAsk(ask);
    const waitingPagesOfAsk = pagesToSend.filter((page) => page.ask === ask);
    if ([...sentPageHashes, ...waitingPagesOfAsk.map((page) => page.sha256)].includes(sha256)) return;
    const addedPageCount = waitingPagesOfAsk.filter((page) => page.replaces === null).length;
    if (!replaces && sentPageHashes.length + addedPageCount >= documentLimits.pages)
      throw new FileRefusal(documentFaults.tooManyPages);
    const id = crypto.randomUUID();
    const page: PageToSend = {
      id,
      ask,
      sha256,
      bytes,
      replaces,
      savedAt: Date.now(),
      isKept: false,
    };
    await addPreview(page);
    page.saving = devicePages.save({ id, ask, sha256, bytes, replaces, savedAt: page.savedAt }).then(
      () => {
        page.isKept = true;
      },
      () => undefined,
    );
    pagesToSend = [...pagesToSend, page];
    await page.saving;
    showSendingState();
    startSending();
  }

  /** `old`: hash of the page whose place the file takes. */
  async function addFiles(ask: string, files: readonly File[], old: string | null = null): Promise<void> {
    setFault(ask, undefined);
    for (const file of files) {
      try {
        await addFile(ask, file, old);
      } catch (error) {
        if (!(error instanceof FileRefusal)) console.error(error);
        const fileFaultMessage = error instanceof FileRefusal ? error.message : documentFaults.unreadable;
        setFault(ask, files.length > 1 ? `${file.name}: ${fileFaultMessage}` : fileFaultMessage);
        showSendingState();
      }
    }
  }

  /** False when it was refused or did not arrive: the form keeps what was typed. */
  async function changeAskOnServer(ask: string, call: DocumentsCall): Promise<boolean> {
    setFault(ask, undefined);
    try {
      await updateViewFromServer(call);
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (endsTicket(error)) endTicket();
      setFault(ask, error.message);
      // Somebody else may have changed what is shown
      if (!isTemporaryFailure(error)) await readViewAgain().catch(() => undefined);
      return false;
    } finally {
      showSendingState();
    }
  }

  const stopWatching = watchDeadline(() => deadline, endTicket);
  addEventListener('online', sendAgain);
  showSendingState();
  startSending();
  return {
    addFiles,
    removePage: (ask: string, sha256: string) =>
      changeAskOnServer(ask, { method: 'DELETE', path: `/${ask}/pages/${sha256}` }),
    orderPages: (ask: string, pages: readonly string[]) =>
      changeAskOnServer(ask, { method: 'PUT', path: `/${ask}/order`, body: { pages } }),
    answer: (ask: string, answer: string | null) =>
      changeAskOnServer(ask, { method: 'PUT', path: `/${ask}/answer`, body: { answer } }),
    stop,
  };
}
