import type { CheckoutPayment, OpenCheckout } from './checkout-provider.ts';
import { findFlutterwave } from './flutterwave.ts';

/** The only line that names a provider. Its script defines what this finds. */
const findCheckout: () => OpenCheckout | undefined = findFlutterwave;

const MAX_TRIES = 3;
const PAUSE_MS = 1000;
/** On a stalled connection the script neither loads nor fails. */
const LOAD_TIMEOUT_MS = 10_000;

export class CheckoutUnavailable extends Error {
  override name = 'CheckoutUnavailable';

  constructor() {
    super('Failed to load payment modal. Check your internet connection and retry later.');
  }
}

export async function loadCheckout(url: string): Promise<OpenCheckout> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await addScript(url);
    } catch (error) {
      console.error(error);
      if (tried === MAX_TRIES) throw new CheckoutUnavailable();
      await wait(PAUSE_MS);
    }
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function addScript(src: string): Promise<OpenCheckout> {
  const loaded = findCheckout();
  if (loaded) return Promise.resolve(loaded);
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    const failLoading = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`The checkout did not come from ${src}`));
    };
    const timer = setTimeout(failLoading, LOAD_TIMEOUT_MS);
    script.onerror = failLoading;
    script.onload = () => {
      clearTimeout(timer);
      const checkout = findCheckout();
      // A proxy may have answered with its own page
      if (checkout) resolve(checkout);
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
  let answered = false;
  // The provider may call back before it returns
  const modal: { opened?: ReturnType<OpenCheckout> } = {};
  modal.opened = open({
    ...payment,
    onAnswer: (status) => {
      if (answered) return;
      answered = true;
      modal.opened?.close?.();
      onAnswer(status);
    },
    onClosed: () => {
      console.info('Checkout closed', payment.donation.txRef);
      onClosed();
    },
  });
}
