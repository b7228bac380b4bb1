import type { CheckoutPayment, OpenCheckout } from './checkout-provider.ts';
import { findFlutterwave } from './flutterwave.ts';

/**
 * The only line that names a payment provider. The provider's script defines the function that this finds.
 */
const findCheckout: () => OpenCheckout | undefined = findFlutterwave;

const MAX_LOAD_TRIES = 3;
const RETRY_PAUSE_MS = 1000;
/** On a stalled connection the script neither loads nor fails. */
const LOAD_TIMEOUT_MS = 10_000;

export class CheckoutUnavailable extends Error {
  override name = 'CheckoutUnavailable';

  constructor() {
    super('Failed to load payment modal. Check your internet connection and retry later.');
  }
}

export async function loadCheckout(url: string): Promise<OpenCheckout> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return await addScript(url);
    } catch (error) {
      console.error(error);
      if (tryNumber === MAX_LOAD_TRIES) throw new CheckoutUnavailable();
      await waitForMs(RETRY_PAUSE_MS);
    }
  }
}

const waitForMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function addScript(src: string): Promise<OpenCheckout> {
  const loadedCheckout = findCheckout();
  if (loadedCheckout) return Promise.resolve(loadedCheckout);
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    const failLoading = () => {
      clearTimeout(loadTimeoutTimer);
      script.remove();
      reject(new Error(`The checkout did not come from ${src}`));
    };
    const loadTimeoutTimer = setTimeout(failLoading, LOAD_TIMEOUT_MS);
    script.onerror = failLoading;
    script.onload = () => {
      clearTimeout(loadTimeoutTimer);
      const newlyLoadedCheckout = findCheckout();
      // A proxy may have answered with its own page
      if (newlyLoadedCheckout) resolve(newlyLoadedCheckout);
      else failLoading();
    };
    document.head.append(script);
  });
}

/**
 * Calls `onAnswer` at most once, however often the provider calls back. Calls `onClosed` when the visitor has
 * closed the checkout.
 */
export function showCheckout(
  open: OpenCheckout,
  payment: CheckoutPayment,
  onAnswer: (status: string) => void,
  onClosed: () => void,
): void {
  let hasAnswered = false;
  // The provider may call back before it returns
  const openedModal: { opened?: ReturnType<OpenCheckout> } = {};
  openedModal.opened = open({
    ...payment,
    onAnswer: (status) => {
      if (hasAnswered) return;
      hasAnswered = true;
      openedModal.opened?.close?.();
      onAnswer(status);
    },
    onClosed: () => {
      console.info('Checkout closed', payment.donation.txRef);
      onClosed();
    },
  });
}
