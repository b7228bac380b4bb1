interface OutgoingSms {
  id: number;
  /** With the id it names the message. After a restored backup an id alone could be used twice. */
  createdAt: Date;
  /** In international form: `+256772123456`. */
  to: string;
  text: string;
}

/** Our name of a message at a gateway, where the gateway gives it none. */
export const nameSms = ({ id, createdAt }: Pick<OutgoingSms, 'id' | 'createdAt'>): string =>
  `${id}-${createdAt.getTime()}`;

export interface SmsReceipt {
  /** Reports name the message by it. Null for a file. */
  providerId: string | null;
  /** The cost in the gateway's format: `UGX 35.0000`. */
  cost: string | null;
  state: 'sent' | 'delivered';
  isFile?: boolean;
}

export interface SmsReport {
  state: 'sent' | 'delivered' | 'failed';
  /** Why it failed. Holds no number and no text. */
  reason: string | null;
}

/** The gateway will never accept the message. Any other failure may pass. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}

/** The account at the gateway is empty. It takes no SMS until somebody pays something in. */
export class SmsBalanceUsedUp extends Error {
  override name = 'SmsBalanceUsedUp';
  override message = BALANCE_USED_UP;
}
/** Error text of each SMS that waits for it. */
export const BALANCE_USED_UP = 'The balance at the gateway is used up';

export interface SmsTransport {
  /** Messages of errors hold no number and no text. */
  send(message: OutgoingSms): Promise<SmsReceipt>;
  /** For a gateway that may not reach us. Null while nothing is known. */
  askState?(providerId: string): Promise<SmsReport | null>;
  /** Makes the gateway call this address when something happens. Safe to repeat. */
  registerWebhooks?(url: string): Promise<void>;
}
