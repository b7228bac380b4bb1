export type CheckoutOptions = {
  public_key: string;
  tx_ref: string;
  amount: number;
  currency: string;
  payment_options: string;
  customer: { email: string; phone_number: string; name: string };
  customizations: { title: string; description: string; logo: string };
  callback: (answer: { status: string }) => void;
  onclose: () => void;
};
type Checkout = (options: CheckoutOptions) => { close?: () => void } | undefined;

declare global {
  interface Window {
    FlutterwaveCheckout?: Checkout;
  }
}

const TRIES = 3;
const PAUSE_MS = 1000;
/** On a stalled connection the script neither loads nor fails. */
const LOAD_TIMEOUT_MS = 10_000;

export class CheckoutUnavailable extends Error {
  override name = 'CheckoutUnavailable';

  constructor() {
    super('Failed to load payment modal. Check your internet connection and retry later.');
  }
}

export async function loadCheckout(url: string): Promise<Checkout> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await addScript(url);
    } catch (error) {
      console.error(error);
      if (tried === TRIES) throw new CheckoutUnavailable();
      await wait(PAUSE_MS);
    }
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function addScript(src: string): Promise<Checkout> {
  if (window.FlutterwaveCheckout) return Promise.resolve(window.FlutterwaveCheckout);
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
      // A proxy may have answered with its own page
      if (window.FlutterwaveCheckout) resolve(window.FlutterwaveCheckout);
      else failLoading();
    };
    document.head.append(script);
  });
}

type CheckoutDonation = Omit<CheckoutOptions, 'callback' | 'onclose'>;

/**
 * Calls `onAnswer` at most once, however often the provider calls back. Calls `onClosed` when the visitor has
 * closed the checkout.
 */
export function openCheckout(
  checkout: Checkout,
  donation: CheckoutDonation,
  onAnswer: (status: string) => void,
  onClosed: () => void,
): void {
  let answered = false;
  // The provider may call back before it returns
  const modal: { opened?: ReturnType<Checkout> } = {};
  modal.opened = checkout({
    ...donation,
    callback: ({ status }) => {
      if (answered) return;
      answered = true;
      modal.opened?.close?.();
      onAnswer(status);
    },
    onclose: () => {
      console.info('Checkout closed', donation.tx_ref);
      onClosed();
    },
  });
}
