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
  /** Fields of `data` with words that a person of the office typed. */
  written: readonly string[];
  /** True for an answer to an SMS: it is sent even after STOP, and does not explain how to end SMS. */
  isAnswer: boolean;
  /** Statuses of the registration `reference`. Any other status withdraws what is not sent. */
  onlyWhile?: readonly RegistrationStatus[];
  /** Field of `data` with the id of a payment or document. Cancelling that withdraws unsent messages about it. */
  untilCancelled?: string;
  /** A message is dropped while an earlier one that differs only in `at`, its time, waits for the limit. */
  dropsRepeats?: boolean;
  /** Right that an account needs to read the text. Default: the right to read messages. */
  readBy?(data: object): Need;
  /** The text of an SMS that somebody wrote by hand. */
  words?(data: object): string;
}
