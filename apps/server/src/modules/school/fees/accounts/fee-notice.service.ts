import { formatBalance } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { messageChannels } from '@institute/contract/outbox.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import * as z from 'zod';
import type { TxCtx } from '../../../../context.ts';
import type { QueuedMessage, TwoChannelMessageKind } from '../../../../messaging/message-kind.ts';
import { int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import {
  queueMessage,
  queueMessagesInBulk,
  writeToApplicant,
} from '../../../platform/outbox/outbox.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { removeRepeatedMessages } from '../../registrations/registration-contact.service.ts';
import { refuseUnsafeSum } from './charge-office.service.ts';
import { feeReceiptMessage, feeUnassignedMessage, type MovedTo } from './fee.messages.ts';
import { listHolderIds, readPaidAndBalance } from './fee-account.service.ts';
import { isInstitutePayer } from './institute-payer.ts';

const noticePayerColumns = {
  id: int,
  reference: text,
  email: textOrNull,
  number: textOrNull,
  guardianPhone: textOrNull,
};
type NoticePayer = Row<typeof noticePayerColumns>;

interface AccountNoticeData {
  reference: string;
  balance: string;
}

/** Tells the applicant and the guardian of each payment, so that no cashier can pocket cash unnoticed. */
export async function queueHolderMessages<
  Line extends { registrationId: number; receiptNumber?: string | null },
  Data extends object,
>(
  tx: TxCtx,
  kind: TwoChannelMessageKind<Data>,
  lines: readonly Line[],
  toData: (line: Line, about: AccountNoticeData) => NoInfer<Data>,
): Promise<void> {
  const ids = [...new Set(listHolderIds(lines))];
  if (ids.length === 0) return;
  const paidAndBalances = await readPaidAndBalance(tx, ids);
  for (const { paid } of paidAndBalances.values()) refuseUnsafeSum(paid);
  const isReceiptMessage = kind.kind === feeReceiptMessage.kind;
  // A trashed registration gets no receipt, but is told when its money leaves
  const holderRows = await readRows(tx.em, noticePayerColumns)(
    `select id, reference, email, phone_international as number, guardian_phone as "guardianPhone"
     from registrations where id = any(?::int[]) and (deleted_at is null or not ?)`,
    [`{${ids}}`, isReceiptMessage],
  );
  const payersById = new Map(holderRows.map((payer) => [payer.id, payer]));
  const { smsTo } = (await getSite(tx)).view.messages;
  const sentReceipts = isReceiptMessage ? [] : await listSentReceipts(tx, holderRows);
  const noticeMessages = lines.flatMap((line) => {
    const payer = payersById.get(line.registrationId);
    if (!payer) return [];
    const balanceText = formatBalance(paidAndBalances.get(payer.id)?.balance ?? 0);
    const data = toData(line, { reference: payer.reference, balance: balanceText });
    const formerReceivers = sentReceipts.filter(
      ({ reference, number }) => reference === payer.reference && number === (line.receiptNumber ?? number),
    );
    return writeMessages(kind, data, payer, { smsTo, former: formerReceivers });
  });
  if (lines.length > 1) await queueMessagesInBulk(tx, noticeMessages);
  else for (const message of noticeMessages) await queueMessage(tx, message);
}

type ReceiptReceiver = Pick<QueuedMessage, 'channel'> & { recipient: string };

const sentReceiptColumns = {
  channel: z.enum(messageChannels),
  recipient: text,
  reference: text,
  number: text,
};

/** Finds who got these receipts. They are told of changes too, because the contact may have been changed since. */
const listSentReceipts = ({ em }: Pick<TxCtx, 'em'>, payers: readonly { reference: string }[]) =>
  readRows(em, sentReceiptColumns)(
    `select distinct channel, recipient, data->>'reference' as reference, data->>'receiptNumber' as number
     from outgoing_messages where kind = ? and sent_at is not null and recipient is not null
       and data->>'reference' in (select jsonb_array_elements_text(?::jsonb))`,
    [feeReceiptMessage.kind, JSON.stringify(payers.map(({ reference }) => reference))],
  );

function writeMessages<Data extends object>(
  kind: TwoChannelMessageKind<Data>,
  data: NoInfer<Data>,
  { email, number, guardianPhone }: NoticePayer,
  { smsTo, former }: { smsTo: SmsAudience; former: readonly ReceiptReceiver[] },
): QueuedMessage[] {
  const guardianNumber = guardianPhone && smsTo !== 'never' && parseInternationalPhone(guardianPhone)?.number;
  return removeRepeatedMessages([
    ...writeToApplicant({ email, number }, smsTo, kind, data),
    ...(guardianNumber ? [kind.sms({ recipient: guardianNumber, data })] : []),
    ...former.map(({ channel, recipient }) =>
      channel === 'sms' ? kind.sms({ recipient, data }) : kind.email({ recipient, data }),
    ),
  ]);
}

interface UnassignedRestNotice {
  amount: number;
  payerName?: string | null | undefined;
  payerPhone?: string | null | undefined;
  /** Number of the counter-receipt when the payment was cancelled. */
  number?: string;
  nowOn?: MovedTo | undefined;
}

/** Tells payers of unassigned money whom to ask. No message is sent about the institute's own money. */
export async function queueUnassignedMessages(
  tx: TxCtx,
  rests: readonly UnassignedRestNotice[],
): Promise<void> {
  const siteView = (await getSite(tx)).view;
  const { institute, messages } = siteView;
  if (messages.smsTo === 'never') return;
  const institutePhone = institute.phones[0] ?? '';
  const smsMessages = rests.flatMap(({ amount, number, nowOn, ...payer }) => {
    if (isInstitutePayer(siteView, payer)) return [];
    const { payerPhone } = payer;
    const payerNumber = payerPhone && parseInternationalPhone(payerPhone)?.number;
    return payerNumber
      ? feeUnassignedMessage.sms({
          recipient: payerNumber,
          data: { amount, phone: institutePhone, number, nowOn },
        })
      : [];
  });
  await queueMessagesInBulk(tx, smsMessages);
}

type PayerNotice = Pick<UnassignedRestNotice, 'amount' | 'number' | 'nowOn'> & {
  movementId: number;
  /** Registrations that are told of the same change by another message. */
  told: readonly number[];
};

/**
 * Tells payers what became of their money, unless the payer's phone is that of a registration that is told already.
 */
export async function queuePayerMessages(tx: TxCtx, moneys: readonly PayerNotice[]): Promise<void> {
  const noticesForPayers: UnassignedRestNotice[] = [];
  for (const { movementId, told, ...money } of moneys) {
    const [payer] = await readRows(tx.em, { payerName: textOrNull, payerPhone: textOrNull })(
      `select payer_name as "payerName", payer_phone as "payerPhone" from fee_movements where id = ?
         and not exists (select from registrations where id = any(?::int[])
           and dialled(payer_phone) in (dialled(phone), dialled(guardian_phone)))`,
      [movementId, `{${told}}`],
    );
    if (payer) noticesForPayers.push({ ...money, ...payer });
  }
  await queueUnassignedMessages(tx, noticesForPayers);
}
