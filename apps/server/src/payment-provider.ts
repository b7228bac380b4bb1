/** A provider's report about a payment. */
export interface PaymentReport {
  txRef: string;
  amount: number;
  currency: string;
  status: string;
}

/** A webhook of the provider. It is not trusted; it only names the payment to verify. */
interface PaymentNotice {
  event: string | null;
  txRef: string | null;
}

interface Checkout {
  publicKey: string;
  /** An address, or a path of this site. */
  checkoutScriptUrl: string;
}

export interface PaymentProvider {
  /** What a browser needs to pay; null where online giving is not set up. */
  checkout: Checkout | null;
  /** True when no money moves. */
  isTest: boolean;
  /** Returns undefined when the provider does not know the payment or its answer is unreadable. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** Compares a webhook's secret with the agreed one. */
  isSecret(hash: string | undefined): boolean;
  readNotice(body: unknown): PaymentNotice;
}
