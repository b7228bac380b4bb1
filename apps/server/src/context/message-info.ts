import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Need } from '@institute/contract/rights.constants';

/**
 * Facts about a kind of message that the outbox needs. A file `modules/<subject>/<subject>.messages.ts` declares
 * them.
 */
export interface MessageInfo {
  kind: string;
  /**
   * Who gets the message. The office can read messages to applicants. Messages to accounts and the office are not
   * personal data of a visitor.
   */
  to: 'applicants' | 'visitors' | 'office' | 'accounts';
  /**
   * Which daily limit applies. `typed`: messages to addresses and numbers that anybody can type. `ours`: messages
   * that the institute sends. `safety`: warnings to accounts. `none`: messages to the office, and those that must
   * never be late.
   */
  limit: 'typed' | 'ours' | 'safety' | 'none';
  /** Names of the fields of `data` whose words somebody of the office typed. */
  written: readonly string[];
  /** True for an answer to an SMS. An answer is sent even after STOP, and does not explain how to end SMS. */
  isAnswer: boolean;
  /**
   * Statuses of the registration that `reference` names. When the status becomes any other, the unsent message is
   * withdrawn.
   */
  onlyWhile?: readonly RegistrationStatus[];
  /**
   * Name of the field of `data` with the id of a payment or document. When that is cancelled, unsent messages about
   * it are withdrawn.
   */
  untilCancelled?: string;
  /**
   * True when a message is dropped while an earlier one that differs only in its time `at` still waits for the limit.
   */
  dropsRepeats?: boolean;
  /** Right that an account needs to read the text. By default it is the right to read messages. */
  readBy?(data: object): Need;
  /** Returns the text of an SMS that somebody wrote by hand. */
  words?(data: object): string;
}
