interface OutgoingSms {
  id: number;
  /**
   * Time of the message, which together with the id names it. After a backup is restored, the id alone could be used
   * twice.
   */
  createdAt: Date;
  /** Phone number in international form: `+256772123456`. */
  to: string;
  text: string;
}

/** Our own name for a message, used when the gateway gives it none. */
export const makeSmsName = ({ id, createdAt }: Pick<OutgoingSms, 'id' | 'createdAt'>): string =>
  `${id}-${createdAt.getTime()}`;

export interface SmsReceipt {
  /** Reports of the gateway name the message by this id. Null for an SMS that was written to a file. */
  providerId: string | null;
  /** Cost in the format of the gateway: `UGX 35.0000`. */
  cost: string | null;
  state: 'sent' | 'delivered';
  isFile?: boolean;
}

export interface SmsReport {
  state: 'sent' | 'delivered' | 'failed';
  /** Why the SMS failed. The text contains no phone number and no words of the message. */
  reason: string | null;
}

/** The gateway will never accept this message. Other failures may pass. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}

/** The account at the gateway is empty, so the gateway takes no SMS until somebody pays. */
export class SmsBalanceUsedUp extends Error {
  override name = 'SmsBalanceUsedUp';
  override message = BALANCE_USED_UP_MESSAGE;
}
/** Error text for each SMS that waits because the account is empty. */
export const BALANCE_USED_UP_MESSAGE = 'The balance at the gateway is used up';

export interface SmsTransport {
  /** Error messages contain no phone number and no words of an SMS. */
  send(message: OutgoingSms): Promise<SmsReceipt>;
  /** Asks for the state of an SMS, where the gateway may be unable to report it. Null while nothing is known. */
  askState?(providerId: string): Promise<SmsReport | null>;
  /** Lets the gateway call this address when something happens. The registration can be repeated safely. */
  registerWebhooks?(url: string): Promise<void>;
}
