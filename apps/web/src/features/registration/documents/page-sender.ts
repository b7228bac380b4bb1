import { ApiFailure } from '@institute/client/failure';
import type { AskedDocuments } from '@institute/contract';
import {
  describeBreak,
  documentFaults,
  documentLimits,
} from '@institute/contract/applicant-documents.constants';
import { openDevicePages, type WaitingPage } from './device-pages.ts';
import { PAGES_DATABASE } from './old-pages.ts';
import { replacePage } from './page-order.ts';
import { callServer, endsTicket, isPassing } from './server-calls.ts';
import { drawPreview, FileRefusal, PDF_TYPE, readFile } from './shrink-photo.ts';
import { readDeadline, watchDeadline } from './ticket-end.ts';

/** What the page shows of the sending. */
export interface Sending {
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
  isReplacing: boolean;
  /** Between 0 and 1. */
  sentShare: number;
}

/** `saving` ends when the device has it, or has no room. */
type HeldPage = WaitingPage & { isKept: boolean; saving?: Promise<void> };

export type Sender = Awaited<ReturnType<typeof startSender>>;

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
/** A weak phone does not draw every packet. */
const SHOWN_STEPS = 20;

/**
 * Sends one page after the other, and again when the connection is back. Each page lies sealed on the device until the
 * server has it, so that neither a break nor a closed tab loses one. `tell` gets every change.
 */
export async function startSender(
  first: AskedDocuments,
  postedFaults: Sending['faults'],
  tell: (sending: Sending) => void,
) {
  const device = await openDevicePages(first.deviceKey);
  const closing = new AbortController();
  const { signal } = closing;
  const previews = new Map<string, string>();
  let view = first;
  let deadline = readDeadline(first.endsAt, Date.now());
  let waiting: HeldPage[] = [];
  let faults = postedFaults;
  let sentShare = 0;
  let pauseNote = '';
  let hasEnded = false;
  let isSending = false;
  let endPause = () => {};

  function show(): void {
    if (signal.aborted && !hasEnded) return;
    tell({
      view,
      waiting: waiting.map(({ ask, sha256, replaces }, at) => ({
        ask,
        sha256,
        isReplacing: replaces !== null,
        sentShare: at === 0 ? sentShare : 0,
      })),
      previews,
      faults,
      pauseNote,
      hasEnded,
      isUnkept: waiting.some(({ isKept }) => !isKept),
    });
  }

  function stop(): void {
    closing.abort();
    removeEventListener('online', sendAgain);
    stopWatching();
    endPause();
  }

  /** Nothing of the person stays in sight. */
  function end(): void {
    if (signal.aborted) return;
    stop();
    hasEnded = true;
    waiting = [];
    previews.clear();
    show();
  }

  type Call = Omit<Parameters<typeof callServer>[0], 'signal'>;

  async function update(call: Call): Promise<void> {
    view = await callServer({ ...call, signal });
    deadline = readDeadline(view.endsAt, Date.now());
  }

  const readAgain = () => update({ method: 'GET', path: '' });
  const listHashes = (ask: string) =>
    view.asks.find(({ id }) => id === ask)?.pages.map(({ sha256 }) => sha256) ?? [];

  function setFault(ask: string, message: string | undefined): void {
    const { [ask]: _, ...others } = faults;
    faults = message === undefined ? others : { ...others, [ask]: message };
  }

  /** Other tabs have sent pages meanwhile, or stored more. */
  async function readDevice(): Promise<void> {
    // A page may be stored while the device is read
    const kept = waiting.filter(({ isKept }) => isKept);
    const stored = await device.list().catch(() => kept);
    const hasId = (pages: readonly WaitingPage[], id: string) => pages.some((page) => page.id === id);
    const left = waiting.filter((page) => !kept.includes(page) || hasId(stored, page.id));
    const wereSent = left.length < waiting.length;
    const added = stored.filter(({ id }) => !hasId(waiting, id)).map((page) => ({ ...page, isKept: true }));
    waiting = [...left, ...added];
    show();
    for (const page of added) void addPreview(page).then(show);
    if (wereSent) await readAgain().catch(() => undefined);
  }

  async function addPreview({ sha256, bytes }: Pick<WaitingPage, 'sha256' | 'bytes'>): Promise<void> {
    const address = previews.has(sha256) ? undefined : await drawPreview(bytes);
    if (address) previews.set(sha256, address);
  }

  async function drop(page: HeldPage): Promise<void> {
    await page.saving;
    await device.remove(page).catch(() => undefined);
    waiting = waiting.filter((one) => one !== page);
    sentShare = 0;
  }

  /** What has arrived before a break is not sent again. */
  async function deliverPage({ ask, sha256, bytes, replaces }: HeldPage): Promise<void> {
    const path = `/${ask}/pages`;
    const removeOld = () => update({ method: 'DELETE', path: `${path}/${replaces?.sha256}` });
    if (!listHashes(ask).includes(sha256)) {
      if (replaces && listHashes(ask).length >= documentLimits.pages) await removeOld();
      const onShare = (share: number) => {
        const step = Math.floor(share * SHOWN_STEPS) / SHOWN_STEPS;
        if (step === sentShare) return;
        sentShare = step;
        show();
      };
      await update({ method: 'PUT', path: `${path}/${sha256}`, body: bytes, onShare });
    }
    if (!replaces || replaces.sha256 === sha256) return;
    const pages = replacePage(listHashes(ask), sha256, replaces.sha256, replaces.at);
    await update({ method: 'PUT', path: `/${ask}/order`, body: { pages } });
    if (pages.includes(replaces.sha256)) await removeOld();
  }

  function describePause({ ask, replaces }: HeldPage, { status, message }: ApiFailure): string {
    if (status > 0 || replaces) return message;
    const arrived = listHashes(ask).length;
    return describeBreak(arrived, arrived + waiting.filter((page) => page.ask === ask).length);
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
    await readDevice();
    let pauseMs = FIRST_PAUSE_MS;
    let isBroken = false;
    for (let [page] = waiting; page && !signal.aborted; [page] = waiting) {
      try {
        if (isBroken) await readAgain();
        isBroken = false;
        await deliverPage(page);
        await drop(page);
        pauseMs = FIRST_PAUSE_MS;
        pauseNote = '';
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (endsTicket(error)) return end();
        if (isPassing(error)) {
          isBroken = true;
          sentShare = 0;
          pauseNote = describePause(page, error);
          show();
          await pauseSending(Math.max(pauseMs, (error.retryAfter ?? 0) * 1000));
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
          continue;
        }
        pauseNote = '';
        setFault(page.ask, error.message);
        await drop(page);
      }
      show();
    }
  }

  /** One tab at a time sends. Browsers have locks on secure origins only. */
  function startSending(): void {
    if (isSending || signal.aborted) return;
    isSending = true;
    const sending = navigator.locks
      ? navigator.locks.request(PAGES_DATABASE, { signal }, sendWaiting)
      : sendWaiting();
    sending.then(
      () => {
        isSending = false;
        // A page that was added in the last moment
        if (waiting.length > 0) startSending();
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

  async function addFile(ask: string, file: File, old: string | null): Promise<void> {
    const { bytes, sha256 } = await readFile(file);
    const hashes = listHashes(ask);
    const inLine = waiting.filter((page) => page.ask === ask);
    if ([...hashes, ...inLine.map((page) => page.sha256)].includes(sha256)) return;
    const at = old === null ? -1 : hashes.indexOf(old);
    const replaces = old === null || at < 0 ? null : { sha256: old, at };
    const isFull = hashes.length + inLine.length >= documentLimits.pages;
    // The old page goes first where there is no room for both, which a PDF that is refused would not bring back
    if (isFull && (!replaces || bytes.type === PDF_TYPE)) throw new FileRefusal(documentFaults.tooManyPages);
    const id = crypto.randomUUID();
    const page: HeldPage = { id, ask, sha256, bytes, replaces, savedAt: Date.now(), isKept: false };
    await addPreview(page);
    page.saving = device.save({ id, ask, sha256, bytes, replaces, savedAt: page.savedAt }).then(
      () => {
        page.isKept = true;
      },
      () => undefined,
    );
    waiting = [...waiting, page];
    await page.saving;
    show();
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
        const message = error instanceof FileRefusal ? error.message : documentFaults.unreadable;
        setFault(ask, files.length > 1 ? `${file.name}: ${message}` : message);
        show();
      }
    }
  }

  /** False when it was refused or did not arrive: the form keeps what was typed. */
  async function change(ask: string, call: Call): Promise<boolean> {
    setFault(ask, undefined);
    try {
      await update(call);
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (endsTicket(error)) end();
      setFault(ask, error.message);
      // Somebody else may have changed what is shown
      if (!isPassing(error)) await readAgain().catch(() => undefined);
      return false;
    } finally {
      show();
    }
  }

  const stopWatching = watchDeadline(() => deadline, end);
  addEventListener('online', sendAgain);
  show();
  startSending();
  return {
    addFiles,
    removePage: (ask: string, sha256: string) =>
      change(ask, { method: 'DELETE', path: `/${ask}/pages/${sha256}` }),
    orderPages: (ask: string, pages: readonly string[]) =>
      change(ask, { method: 'PUT', path: `/${ask}/order`, body: { pages } }),
    answer: (ask: string, answer: string | null) =>
      change(ask, { method: 'PUT', path: `/${ask}/answer`, body: { answer } }),
    stop,
  };
}
