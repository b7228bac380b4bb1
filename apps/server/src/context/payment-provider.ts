import type { IncomingHttpHeaders } from 'node:http';

export interface PaymentReport {
  txRef: string;
  amount: number;
  currency: string;
  status: string;
}

/**
 * A request in which the provider reports a payment. The report is not trusted; it only names the payment that is
 * then verified with the provider.
 */
interface PaymentNotice {
  event: string | null;
  txRef: string | null;
  /** True for a notice about the outcome of the payment. Other notices, such as those of refunds, are only stored. */
  isOfPayment: boolean;
}

interface CheckoutSettings {
  publicKey: string;
  /** A full address, or a path of this site. */
  checkoutScriptUrl: string;
  paymentOptions: string;
}

export interface PaymentPageRequest {
  txRef: string;
  amount: number;
  currency: string;
  customer: { name: string; email: string; phone: string | null };
  title: string;
  returnUrl: string;
}

export interface PaymentProvider {
  /** Name that is stored with each payment that this provider starts. No other provider is asked about that payment. */
  name: string;
  /** Null when online giving is not set up. */
  checkout: CheckoutSettings | null;
  /** True for a provider with which no money moves. */
  isTest: boolean;
  /** Returns undefined when the provider does not know the payment, or when its answer is unreadable. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** Returns the address of the provider's payment page, or undefined when the provider cannot be reached. */
  openPage(payment: PaymentPageRequest): Promise<string | undefined>;
  /** Throws unless the provider has signed this notice. */
  refuseStrangers(headers: IncomingHttpHeaders): void;
  readNotice(body: unknown): PaymentNotice;
}
