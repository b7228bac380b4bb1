import { formatBalance } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { messageChannels } from '@institute/contract/outbox.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import * as z from 'zod';
import type { TxCtx } from '../../../../context.ts';
import type { QueuedMessage, TwoChannelKind } from '../../../../messaging/message-kind.ts';
import { int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { queueInBulk, queueMessage, writeToApplicant } from '../../../platform/outbox/outbox.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { removeRepeatedMessages } from '../../registrations/registration-contact.service.ts';
import { refuseUnsafeSum } from './charge-office.service.ts';
import { feeReceiptMessage, feeUnassignedMessage, type MovedTo } from './fee.messages.ts';
import { listHolders, readSums } from './fee-account.service.ts';
import { isInstitutePayer } from './institute-payer.ts';

const payerColumns = {
  id: int,
  reference: text,
  email: textOrNull,
  number: textOrNull,
  guardianPhone: textOrNull,
};
type Payer = Row<typeof payerColumns>;

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
  kind: TwoChannelKind<Data>,
  lines: readonly Line[],
  toData: (line: Line, about: AccountNoticeData) => NoInfer<Data>,
): Promise<void> {
  const ids = [...new Set(listHolders(lines))];
  if (ids.length === 0) return;
  const sums = await readSums(tx, ids);
  for (const { paid } of sums.values()) refuseUnsafeSum(paid);
  const isReceiptMessage = kind.kind === feeReceiptMessage.kind;
  // A trashed registration gets no receipt, but is told when its money leaves
  const payers = await readRows(tx.em, payerColumns)(
    `select id, reference, email, phone_international as number, guardian_phone as "guardianPhone"
     from registrations where id = any(?::int[]) and (deleted_at is null or not ?)`,
    [`{${ids}}`, isReceiptMessage],
  );
  const payersById = new Map(payers.map((payer) => [payer.id, payer]));
  const { smsTo } = (await getSite(tx)).view.messages;
  const sentReceipts = isReceiptMessage ? [] : await listSentReceipts(tx, payers);
  const messages = lines.flatMap((line) => {
    const payer = payersById.get(line.registrationId);
    if (!payer) return [];
    const balance = formatBalance(sums.get(payer.id)?.balance ?? 0);
    const data = toData(line, { reference: payer.reference, balance });
    const formerReceivers = sentReceipts.filter(
      ({ reference, number }) => reference === payer.reference && number === (line.receiptNumber ?? number),
    );
    return writeMessages(kind, data, payer, { smsTo, former: formerReceivers });
  });
  if (lines.length > 1) await queueInBulk(tx, messages);
  else for (const message of messages) await queueMessage(tx, message);
}

type Receiver = Pick<QueuedMessage, 'channel'> & { recipient: string };

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
  kind: TwoChannelKind<Data>,
  data: NoInfer<Data>,
  { email, number, guardianPhone }: Payer,
  { smsTo, former }: { smsTo: SmsAudience; former: readonly Receiver[] },
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

interface UnassignedRest {
  amount: number;
  payerName?: string | null | undefined;
  payerPhone?: string | null | undefined;
  /** Number of the counter-receipt when the payment was cancelled. */
  number?: string;
  nowOn?: MovedTo | undefined;
}

/** Tells payers of unassigned money whom to ask. No message is sent about the institute's own money. */
export async function queueUnassignedMessages(tx: TxCtx, rests: readonly UnassignedRest[]): Promise<void> {
  const site = (await getSite(tx)).view;
  const { institute, messages } = site;
  if (messages.smsTo === 'never') return;
  const phone = institute.phones[0] ?? '';
  const smsMessages = rests.flatMap(({ amount, number, nowOn, ...payer }) => {
    if (isInstitutePayer(site, payer)) return [];
    const { payerPhone } = payer;
    const recipient = payerPhone && parseInternationalPhone(payerPhone)?.number;
    return recipient ? feeUnassignedMessage.sms({ recipient, data: { amount, phone, number, nowOn } }) : [];
  });
  await queueInBulk(tx, smsMessages);
}

type PaidMoney = Pick<UnassignedRest, 'amount' | 'number' | 'nowOn'> & {
  movementId: number;
  /** Registrations that are told of the same change by another message. */
  told: readonly number[];
};

/**
 * Tells payers what became of their money, unless the payer's phone is that of a registration that is told already.
 */
export async function queuePayerMessages(tx: TxCtx, moneys: readonly PaidMoney[]): Promise<void> {
  const unassignedRests: UnassignedRest[] = [];
  for (const { movementId, told, ...money } of moneys) {
    const [payer] = await readRows(tx.em, { payerName: textOrNull, payerPhone: textOrNull })(
      `select payer_name as "payerName", payer_phone as "payerPhone" from fee_movements where id = ?
         and not exists (select from registrations where id = any(?::int[])
           and dialled(payer_phone) in (dialled(phone), dialled(guardian_phone)))`,
      [movementId, `{${told}}`],
    );
    if (payer) unassignedRests.push({ ...money, ...payer });
  }
  await queueUnassignedMessages(tx, unassignedRests);
}
