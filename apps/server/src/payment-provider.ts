/** What a payment provider says of a payment. */
export interface PaymentReport {
  txRef: string;
  amount: number;
  currency: string;
  status: string;
}

/** A notice that the provider sent by itself. Nothing in it is believed; it says about what to ask. */
interface PaymentNotice {
  event: string | null;
  txRef: string | null;
}

/** Whoever takes the money. */
export interface PaymentProvider {
  publicKey: string;
  /** An address, or a path of this site. */
  checkoutScriptUrl: string;
  /** No money moves. */
  isTest: boolean;
  /** Undefined when it does not know the payment, or cannot be understood. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** Whether a notice's secret is the one agreed on. */
  isSecret(hash: string | undefined): boolean;
  readNotice(body: unknown): PaymentNotice;
}
