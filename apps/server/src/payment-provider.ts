/** A provider's report about a payment. */
export interface PaymentReport {
  txRef: string;
  amount: number;
  currency: string;
  status: string;
}

/** A request in which the provider reports a payment. It is not trusted; it only names the payment to verify. */
interface PaymentNotice {
  event: string | null;
  txRef: string | null;
}

interface Checkout {
  publicKey: string;
  /** An address, or a path of this site. */
  checkoutScriptUrl: string;
}

/** A payment for the provider's own page, which works without scripts. */
interface PagePayment {
  txRef: string;
  amount: number;
  currency: string;
  paymentOptions: string;
  customer: { name: string; email: string; phone: string | null };
  title: string;
  /** Where the provider sends the donor afterwards. */
  returnUrl: string;
}

export interface PaymentProvider {
  /** What a browser needs to pay; null where online giving is not set up. */
  checkout: Checkout | null;
  /** True when no money moves. */
  isTest: boolean;
  /** Returns undefined when the provider does not know the payment or its answer is unreadable. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** The address of the provider's page for a payment. Undefined when the provider cannot be reached. */
  openPage(payment: PagePayment): Promise<string | undefined>;
  /** Compares the secret of a notice with the agreed one. */
  isSecret(hash: string | undefined): boolean;
  readNotice(body: unknown): PaymentNotice;
}
