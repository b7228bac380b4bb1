import type { IncomingHttpHeaders } from 'node:http';

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
  /** True for a notice about the outcome of the payment. Others, such as refunds, are only stored. */
  isOfPayment: boolean;
}

interface Checkout {
  publicKey: string;
  /** An address, or a path of this site. */
  checkoutScriptUrl: string;
  paymentOptions: string;
}

export interface PagePayment {
  txRef: string;
  amount: number;
  currency: string;
  customer: { name: string; email: string; phone: string | null };
  title: string;
  returnUrl: string;
}

export interface PaymentProvider {
  /** Stored with each payment that it starts. Nobody else is asked about that one. */
  name: string;
  /** Null where online giving is not set up. */
  checkout: Checkout | null;
  /** True when no money moves. */
  isTest: boolean;
  /** Returns undefined when the provider does not know the payment or its answer is unreadable. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** Address of the provider's page. Undefined when the provider cannot be reached. */
  openPage(payment: PagePayment): Promise<string | undefined>;
  /** Throws unless the provider sent this notice. */
  refuseStrangers(headers: IncomingHttpHeaders): void;
  readNotice(body: unknown): PaymentNotice;
}
