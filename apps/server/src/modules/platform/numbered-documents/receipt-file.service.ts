import type { Site } from '@institute/contract';
import { makeReceiptPath } from '@institute/contract/receipts.constants';
import { formatDate } from '@institute/contract/time';
import type { Email, EmailContext } from '../../../messaging/email/email.ts';
import { findUnprintable, openFaces } from '../../../pdf/fonts.ts';
import { type PrintedReceipt, writeReceiptPdf } from '../../../pdf/receipt-pdf.ts';

export const TEST_MODE_BANNER = 'Test mode: no money moved.';

export type ReceiptSource = Pick<EmailContext, 'site' | 'publicUrl'>;
export type ReceiptFact = [label: string, value: string];

/** Removes facts that have no value. */
export const dropEmptyFacts = (
  facts: readonly (readonly [label: string, value: string | null | undefined])[],
) => facts.flatMap(([label, value]): ReceiptFact[] => (value ? [[label, value]] : []));

interface ReceiptContent extends Omit<PrintedReceipt, 'banner' | 'institute' | 'proofUrl'> {
  isTest: boolean;
  /** True when the receipt was printed before. */
  isCopy?: boolean | undefined;
  code: string | null | undefined;
}

export async function makeReceiptFile(
  { isTest, isCopy, code, ...receipt }: ReceiptContent,
  { site: { institute }, publicUrl }: ReceiptSource,
) {
  const proofUrl = code ? publicUrl + makeReceiptPath(code) : undefined;
  const receiptBanner = isTest ? TEST_MODE_BANNER : isCopy ? 'Copy' : undefined;
  return toPdfFile({ ...receipt, institute, proofUrl, banner: receiptBanner });
}

/** Lists names with letters that the fonts of the printed receipt lack, so that its web page can show them in full. */
export async function listUnprintableNames(names: readonly (string | null | undefined)[]): Promise<string[]> {
  const fontFaces = await openFaces();
  return names
    .filter((name) => typeof name === 'string')
    .filter((name) => findUnprintable(name, fontFaces).length > 0);
}

const toPdfFile = async (receipt: PrintedReceipt) => ({
  filename: `${receipt.number}.pdf`,
  contentType: 'application/pdf',
  content: await writeReceiptPdf(receipt),
});

/** Encodes the content in base64 for answers in JSON. */
export const toJsonFile = <File extends { content: Buffer }>({ content, ...file }: File) => ({
  ...file,
  content: content.toString('base64'),
});

export interface CancelledReceipt {
  number: string;
  receiptNumber: string | null | undefined;
  cancelledAt: Date;
  reason: string | null | undefined;
  /** The person and the amount of the cancelled receipt. */
  about: ReceiptFact[];
}

const listCounterReceiptFacts = ({ number, receiptNumber, about, cancelledAt, reason }: CancelledReceipt) =>
  dropEmptyFacts([
    ['Counter-receipt', number],
    ['Cancels receipt', receiptNumber],
    ...about,
    ['Cancelled on', formatDate(cancelledAt.toISOString())],
    ['Reason', reason],
  ]);

/** The email and the office use the same file. */
export const makeCounterReceiptFile = (
  cancelled: CancelledReceipt,
  { institute }: Pick<Site, 'institute'>,
  look: Pick<PrintedReceipt, 'size' | 'banner'> = {},
) =>
  toPdfFile({
    ...look,
    heading: 'Counter-receipt',
    ending: `The receipt ${cancelled.receiptNumber} is no longer valid.`,
    institute,
    facts: listCounterReceiptFacts(cancelled),
    number: cancelled.number,
    issuedAt: cancelled.cancelledAt,
  });

export async function writeCounterReceiptEmail(
  cancelled: CancelledReceipt,
  { site, paragraphs }: { site: Site; paragraphs: string[] },
): Promise<Email> {
  const { receiptNumber, number } = cancelled;
  return {
    subject: `Receipt ${receiptNumber} is cancelled: ${number}`,
    heading: `Receipt ${receiptNumber} is cancelled`,
    paragraphs,
    facts: listCounterReceiptFacts(cancelled),
    ending: 'If you have questions, please answer this email or call us.',
    attachments: [await makeCounterReceiptFile(cancelled, site)],
  };
}
