import type { ManyMessageInput, MessagePlanInput } from '@institute/contract';
import { countPeople } from '@institute/contract/count-items';
import { formatBalance, payCode } from '@institute/contract/fees.constants';
import {
  hasDebtPlaceholder,
  hasFeePlaceholder,
  hasOverduePlaceholder,
  type MessagePlaceholder,
  messageLimits,
  tooManyPeopleMessage,
} from '@institute/contract/many-messages.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { undoSeconds } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { writeSms } from '@institute/contract/sms-template';
import type { Sms } from '@institute/contract/sms-text';
import { fillTemplate } from '@institute/contract/text';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { refuseWithoutRight, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { int, listIds, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { findNewNumbers, removeMessages } from '../../platform/outbox/outbox.service.ts';
import { readAverageSmsPrice } from '../../platform/outbox/outbox-list.service.ts';
import { queueWrittenMessages, refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { isNumberInCountries, planSmsOverDays } from '../../platform/outbox/sms/sms-limits.service.ts';
import { findStoppedNumbers } from '../../platform/outbox/sms/sms-number.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { describeDueSum, toNextDueSum } from '../fees/accounts/due-words.service.ts';
import { listHolderIds } from '../fees/accounts/fee-account.service.ts';
import { type DueAccount, listDebtors } from '../fees/accounts/fee-due.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { fullNameSql } from '../registrations/registration.entity.ts';
import { chooseSmsContact } from '../registrations/registration-contact.service.ts';
import { listChosenRegistrations } from '../registrations/registration-list.service.ts';
import { bulkMessage } from './many-message.messages.ts';

const UNDO_MS = undoSeconds * 1000;

/** Plans a message: returns whom it reaches and how many SMS it needs. */
export async function planMessage(ctx: Ctx, input: MessagePlanInput) {
  await refuseForeignWords(ctx, [joinMessageText(input)]);
  const { written, leftOut } = await writeMessages(ctx, input);
  const smsMessages = written.flatMap(({ sms }) => sms ?? []);
  const smsSegmentCounts = smsMessages.map((one) => one.segments);
  const averageSmsPrice = smsMessages.length > 0 ? await readAverageSmsPrice(ctx) : null;
  const [longest] = written.toSorted((one, other) => other.text.length - one.text.length);
  const leftOutByReason = Map.groupBy(leftOut, ({ reason }) => reason);
  return {
    people: written.length,
    emails: written.length - smsMessages.length,
    sms: smsMessages.length,
    segments: smsSegmentCounts.reduce((sum, count) => sum + count, 0),
    days: (await planSmsOverDays(ctx, smsSegmentCounts, ctx.now())).days,
    leftOut: [...leftOutByReason].map(([reason, { length: count }]) => ({ reason, count })),
    unreached: leftOut
      .filter(({ reason }) => !['twice', 'settled', 'notOverdue'].includes(reason))
      .map(({ person: { id, name, number, phone }, text }) => ({ id, name, phone: number ?? phone, text })),
    longest: longest && {
      name: longest.person.name,
      channel: longest.channel,
      text: longest.sms?.text ?? longest.text,
      characters: longest.sms?.characters ?? longest.text.length,
      segments: longest.sms?.segments ?? 0,
    },
    /** Estimated from the price of earlier SMS. Null when none is known. */
    cost: averageSmsPrice && { ...averageSmsPrice, amount: averageSmsPrice.amount * smsMessages.length },
  };
}

/** Stores all messages at once. They are sent when Undo is no longer possible. */
export async function sendMessage(ctx: Ctx, { key, ...input }: ManyMessageInput) {
  const keyedCall = { route: 'message-to-many', key, content: input };
  const sentMessage = await withIdempotencyKey<{ id: number; people: number }>(ctx, keyedCall, (keep) =>
    runInTransaction(ctx, async (tx) => {
      const { written } = await writeMessages(tx, input, 'for share of registrations');
      const { length: people } = written;
      if (people === 0) throw new AppError('CONFLICT', 'This message reaches nobody');
      const activityId = await recordMessageActivities(tx, input, people);
      const isAboutFees = hasFeePlaceholder(joinMessageText(input));
      const messageOptions = { id: activityId, subject: input.subject, isAboutFees };
      const addressedMessages = await makeAddressedMessages(tx, written, messageOptions);
      const payCodes = written.map(({ person }) => payCode(person.id));
      await queueWrittenMessages(tx, addressedMessages, { shown: input, known: payCodes });
      return keep(tx, { id: activityId, people });
    }),
  );
  return sentMessage.answer;
}

/** Records the whole text as several entries of the activity log, which limits their length. Returns the first id. */
async function recordMessageActivities(
  tx: TxCtx,
  { subject, text }: MessagePlanInput,
  people: number,
): Promise<number> {
  const fullText = [subject, text].filter(Boolean).join(': ');
  const [firstPiece = '', ...others] = fullText.match(/.{1,450}/gsu) ?? [];
  const activityFields = { type: 'create', entityType: 'email', entityId: null } as const;
  const description = `Sent a message to ${countPeople(people)}: ${firstPiece}`;
  const id = await recordActivity(tx, { ...activityFields, description });
  for (const textPiece of others)
    await recordActivity(tx, { ...activityFields, description: `It goes on: ${textPiece}` });
  return id;
}

async function makeAddressedMessages(
  tx: TxCtx,
  written: readonly WrittenMessage[],
  { id: sending, subject, isAboutFees }: { id: number; subject?: string | undefined; isAboutFees: boolean },
) {
  const firstSendTime = new Date(tx.now().getTime() + UNDO_MS);
  const segments = written.flatMap(({ sms }) => sms?.segments ?? []);
  const sendTimes = (await planSmsOverDays(tx, segments, firstSendTime)).times.values();
  return written.map(({ person: { reference }, recipient, text: words, sms, fillSubject }) => {
    const data = { text: words, reference, sending, ...(isAboutFees && { isAboutFees }) };
    if (!sms) {
      const filledSubject = subject && { subject: fillSubject(subject) };
      return bulkMessage.email({ recipient, data: { ...data, ...filledSubject }, nextTryAt: firstSendTime });
    }
    const nextTryAt = sendTimes.next().value ?? firstSendTime;
    return bulkMessage.sms({ recipient, data: { ...data, segments: sms.segments }, nextTryAt });
  });
}

/** Takes a message back. Only its sender may do that, while no part of it is being sent. */
export const undoMessage = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const messageActivity = await tx.em.findOne(
      ActivityEntity,
      { id, type: 'create', entityType: 'email', account: requireAccount(tx).id },
      { disableIdentityMap: true },
    );
    if (!messageActivity) throw notFoundError('There is no such message');
    const rows = await readRows(tx.em, { id: int })(
      `select id from outgoing_messages where kind = ? and data->>'sending' = ?::text order by id`,
      [bulkMessage.kind, id],
    );
    const isUndoOver = tx.now().getTime() >= messageActivity.createdAt.getTime() + UNDO_MS;
    const messageIds = listIds(rows);
    const removedIds = isUndoOver ? new Set() : await removeMessages(tx, messageIds, { evenUnderWay: false });
    if (removedIds.size === 0 || removedIds.size < messageIds.length)
      throw new AppError('CONFLICT', 'This message is on its way, or was taken back already');
    const description = `Took back a message to ${countPeople(removedIds.size)}`;
    await recordActivity(tx, { type: 'delete', entityType: 'email', entityId: null, description });
    return { id };
  });

const personColumns = {
  id: int,
  reference: text,
  firstName: text,
  name: text,
  email: textOrNull,
  phone: text,
  /** Phone in international form. */
  number: textOrNull,
  guardianPhone: textOrNull,
  dateOfBirth: textOrNull,
  program: textOrNull,
  startsOn: textOrNull,
  place: textOrNull,
};
type MessagedPerson = Row<typeof personColumns>;

interface WrittenMessage {
  person: MessagedPerson;
  channel: 'email' | 'sms';
  recipient: string;
  /** The office's text, with the placeholders filled in. */
  text: string;
  /** Null for an email. */
  sms: Sms | null;
  fillSubject(subject: string): string;
}

type LeftOutReason = 'stop' | 'number' | 'email' | 'country' | 'twice' | 'settled' | 'notOverdue';

interface LeftOutPerson {
  person: MessagedPerson;
  reason: LeftOutReason;
  text: string;
}

const joinMessageText = ({ subject = '', text }: Pick<MessagePlanInput, 'subject' | 'text'>) =>
  `${subject} ${text}`;

/** Writes the messages in the order of the people, and lists who gets none. `lock` prevents an erasure meanwhile. */
async function writeMessages(ctx: Ctx, input: MessagePlanInput, lock = '') {
  const messageText = joinMessageText(input);
  const isAboutFees =
    hasFeePlaceholder(messageText) || ('state' in input.registrations && input.registrations.state);
  refuseWithoutRight(ctx, isAboutFees ? needs.fees : needs.messages);
  const { view: site } = await getSite(ctx);
  const chosenPeople = await findPeople(ctx, input.registrations, lock);
  const debtsByRegistration = hasDebtPlaceholder(messageText) ? await readDebts(ctx, chosenPeople) : null;
  const phoneNumbers = chosenPeople.flatMap(({ number }) => number ?? []);
  const stoppedNumbers = await findStoppedNumbers(ctx, phoneNumbers);
  const newNumbers = await findNewNumbers(ctx, phoneNumbers);
  const { smsEnding } = site.messages;
  const today = toLocalDay(ctx.now());
  const needsOverdueDebt = hasOverduePlaceholder(messageText);
  const seenMessageKeys = new Set<string>();
  const writtenMessages: WrittenMessage[] = [];
  const leftOutPeople: LeftOutPerson[] = [];
  for (const messagedPerson of chosenPeople) {
    const placeholderValues = toPlaceholderValues(
      messagedPerson,
      debtsByRegistration?.get(messagedPerson.id),
      today,
    );
    const filledText = fillTemplate(input.text, placeholderValues).trim();
    const leaveOutPerson = (reason: LeftOutReason) =>
      leftOutPeople.push({ person: messagedPerson, reason, text: filledText });
    const personDebt = debtsByRegistration?.get(messagedPerson.id);
    if (debtsByRegistration && !personDebt) {
      leaveOutPerson('settled');
      continue;
    }
    if (needsOverdueDebt && personDebt?.overdue === 0) {
      leaveOutPerson('notOverdue');
      continue;
    }
    const chosenContact = chooseContact(messagedPerson, input.channels, {
      isStopped: (one) => stoppedNumbers.has(one),
      ...ctx,
    });
    if ('reason' in chosenContact) {
      leaveOutPerson(chosenContact.reason);
      continue;
    }
    const { recipient } = chosenContact;
    const addressAndNameKeys = [messagedPerson.email?.toLowerCase(), messagedPerson.number].flatMap((one) =>
      one ? [`${one} ${messagedPerson.name.toLowerCase()}`] : [],
    );
    const sameMessageKeys = [...addressAndNameKeys, `${recipient.toLowerCase()} ${filledText}`];
    if (sameMessageKeys.some((mark) => seenMessageKeys.has(mark))) {
      leaveOutPerson('twice');
      continue;
    }
    for (const sameMessageKey of sameMessageKeys) seenMessageKeys.add(sameMessageKey);
    const isSms = chosenContact.channel === 'sms';
    const writtenSms = isSms
      ? writeSms(filledText, undefined, smsEnding, { saysStop: newNumbers.has(recipient) })
      : null;
    if (writtenSms?.isCut)
      throw invalidInputError([
        { path: 'text', message: `This is longer than two SMS for ${messagedPerson.name}` },
      ]);
    writtenMessages.push({
      person: messagedPerson,
      ...chosenContact,
      text: filledText,
      sms: writtenSms,
      fillSubject: (line) => fillTemplate(line, placeholderValues),
    });
  }
  return { written: writtenMessages, leftOut: leftOutPeople };
}

type ChosenContact = Pick<WrittenMessage, 'channel' | 'recipient'> | { reason: LeftOutReason };

/** Chooses one channel for each person: email if there is an address. */
function chooseContact(
  { email, number }: Pick<MessagedPerson, 'email' | 'number'>,
  channels: MessagePlanInput['channels'],
  { isStopped, config }: { isStopped(number: string): boolean; config: Ctx['config'] },
): ChosenContact {
  if (email && channels.includes('email')) return { channel: 'email', recipient: email };
  if (!channels.includes('sms')) return { reason: 'email' };
  if (!number) return { reason: 'number' };
  if (!isNumberInCountries(number, config)) return { reason: 'country' };
  return isStopped(number) ? { reason: 'stop' } : { channel: 'sms', recipient: number };
}

type PersonDebt = Pick<DueAccount, 'balance' | 'overdue' | 'nextDueOn' | 'nextDueAmount'>;

const toPlaceholderValues = (
  { id, firstName, program, startsOn, place }: MessagedPerson,
  debt: PersonDebt | undefined,
  today: string,
): Record<MessagePlaceholder, string> => ({
  firstName,
  program: program ?? '',
  startsOn: startsOn ? formatDate(startsOn) : '',
  place: place ?? '',
  dues: debt ? describeDueSum(toNextDueSum(debt, today)) : '',
  balance: formatBalance(debt?.balance ?? 0),
  overdue: formatLocalMoney(debt?.overdue ?? 0),
  due: debt ? formatDate(debt.nextDueOn) : '',
  payCode: payCode(id),
});

async function readDebts(ctx: Pick<Ctx, 'em' | 'now'>, people: readonly MessagedPerson[]) {
  const listedDebtors = await listDebtors(ctx, listIds(people));
  return new Map(listedDebtors.map(({ registrationId, ...debt }) => [registrationId, debt]));
}

async function findPeople(ctx: Ctx, registrations: MessagePlanInput['registrations'], lock: string) {
  const ids = `{${Array.isArray(registrations) ? registrations : await findRecipientIds(ctx, registrations)}}`;
  const people = await readRows(ctx.em, personColumns)(
    `select registrations.id, reference, first_name as "firstName", ${fullNameSql()} as name, email, phone,
       phone_international as number, guardian_phone as "guardianPhone", date_of_birth::text as "dateOfBirth",
       ${PROGRAMS_TABLE}.name as program, coalesce(starts_on, start_date)::text as "startsOn", ${INTAKES_TABLE}.place
     from registrations left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = registrations.program_id
     left join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = intake_id
     where registrations.id = any(?::int[]) and registrations.deleted_at is null
     order by array_position(?::int[], registrations.id) ${lock}`,
    [ids, ids],
  );
  if (people.length > messageLimits.people)
    throw invalidInputError([{ path: 'registrations', message: tooManyPeopleMessage }], tooManyPeopleMessage);
  const today = toLocalDay(ctx.now());
  return people.map((person) => ({ ...person, number: chooseSmsContact(person, today).number }));
}

async function findRecipientIds(
  ctx: Ctx,
  { state, ...filter }: Exclude<MessagePlanInput['registrations'], number[]>,
) {
  if (state) return listHolderIds(await listDebtors(ctx, { state, ...filter }));
  return listIds(await listChosenRegistrations(ctx, filter)).sort((one, other) => one - other);
}
