import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Need } from '@institute/contract/rights.constants';

/** Facts about a kind of message that the outbox needs. `modules/<subject>/<subject>.messages.ts` declares them. */
export interface MessageInfo {
  kind: string;
  /**
   * The office sees what was sent to applicants. Messages to accounts and the office are no visitor's personal
   * data.
   */
  to: 'applicants' | 'visitors' | 'office' | 'accounts';
  /**
   * `typed`: for addresses and numbers that anybody can type. `ours`: for what the institute sends. `safety`:
   * for warnings to accounts. `none`: for the office, and for what must never be late.
   */
  limit: 'typed' | 'ours' | 'safety' | 'none';
  /** Answers an SMS: it goes out after STOP too, and does not say how to end SMS. */
  isAnswer: boolean;
  /** Statuses of the registration `reference`. Any other status withdraws what is not sent. */
  onlyWhile?: readonly RegistrationStatus[];
  /** Field of its data with a payment or paper, whose cancelling takes back what is not sent. */
  untilCancelled?: string;
  /** Dropped while an earlier one waits for the limit that differs only in its time, `at`. */
  dropsRepeats?: boolean;
  /** Right that an account needs to read the text. Default: the right to read messages. */
  readBy?(data: object): Need;
  /** Only of an SMS that was written by hand. */
  words?(data: object): string;
}
