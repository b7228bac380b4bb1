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
import { refuseUnless, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { int, listIds, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { findNewNumbers, removeMessages } from '../../platform/outbox/outbox.service.ts';
import { averageSmsPrice } from '../../platform/outbox/outbox-list.service.ts';
import { queueWritten, refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { isInCountries, planOverDays } from '../../platform/outbox/sms/sms-limits.service.ts';
import { findStopped } from '../../platform/outbox/sms/sms-number.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { describeDues, readDues } from '../fees/accounts/due-words.service.ts';
import { listHolders } from '../fees/accounts/fee-account.service.ts';
import { type DueAccount, listDebtors } from '../fees/accounts/fee-due.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { fullNameSql } from '../registrations/registration.entity.ts';
import { chooseSmsContact } from '../registrations/registration-contact.service.ts';
import { chooseRegistrations } from '../registrations/registration-list.service.ts';
import { bulkMessage } from './many-message.messages.ts';

const UNDO_MS = undoSeconds * 1000;

/** Returns whom a message reaches and how many SMS it needs. */
export async function planMessage(ctx: Ctx, input: MessagePlanInput) {
  await refuseForeignWords(ctx, [joinWords(input)]);
  const { written, leftOut } = await writeMessages(ctx, input);
  const sms = written.flatMap(({ sms }) => sms ?? []);
  const segments = sms.map((one) => one.segments);
  const price = sms.length > 0 ? await averageSmsPrice(ctx) : null;
  const [longest] = written.toSorted((one, other) => other.text.length - one.text.length);
  const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
  return {
    people: written.length,
    emails: written.length - sms.length,
    sms: sms.length,
    segments: segments.reduce((sum, count) => sum + count, 0),
    days: (await planOverDays(ctx, segments, ctx.now())).days,
    leftOut: [...reasons].map(([reason, { length: count }]) => ({ reason, count })),
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
    cost: price && { ...price, amount: price.amount * sms.length },
  };
}

/** All are stored at once, and go out when Undo has ended. */
export async function sendMessage(ctx: Ctx, { key, ...input }: ManyMessageInput) {
  const keyedCall = { route: 'message-to-many', key, content: input };
  const result = await withIdempotencyKey<{ id: number; people: number }>(ctx, keyedCall, (keep) =>
    runInTransaction(ctx, async (tx) => {
      const { written } = await writeMessages(tx, input, 'for share of registrations');
      const { length: people } = written;
      if (people === 0) throw new AppError('CONFLICT', 'This message reaches nobody');
      const id = await recordMessage(tx, input, people);
      const isAboutFees = hasFeePlaceholder(joinWords(input));
      const options = { id, subject: input.subject, isAboutFees };
      const messages = await makeAddressedMessages(tx, written, options);
      const known = written.map(({ person }) => payCode(person.id));
      await queueWritten(tx, messages, { shown: input, known });
      return keep(tx, { id, people });
    }),
  );
  return result.answer;
}

/** With the whole text, in pieces that fit. Returns the id of the first entry. */
async function recordMessage(
  tx: TxCtx,
  { subject, text }: MessagePlanInput,
  people: number,
): Promise<number> {
  const words = [subject, text].filter(Boolean).join(': ');
  const [first = '', ...others] = words.match(/.{1,450}/gsu) ?? [];
  const entry = { type: 'create', entityType: 'email', entityId: null } as const;
  const description = `Sent a message to ${countPeople(people)}: ${first}`;
  const id = await recordActivity(tx, { ...entry, description });
  for (const more of others) await recordActivity(tx, { ...entry, description: `It goes on: ${more}` });
  return id;
}

async function makeAddressedMessages(
  tx: TxCtx,
  written: readonly WrittenMessage[],
  { id: sending, subject, isAboutFees }: { id: number; subject?: string | undefined; isAboutFees: boolean },
) {
  const first = new Date(tx.now().getTime() + UNDO_MS);
  const segments = written.flatMap(({ sms }) => sms?.segments ?? []);
  const times = (await planOverDays(tx, segments, first)).times.values();
  return written.map(({ person: { reference }, recipient, text: words, sms, fillSubject }) => {
    const data = { text: words, reference, sending, ...(isAboutFees && { isAboutFees }) };
    if (!sms) {
      const filled = subject && { subject: fillSubject(subject) };
      return bulkMessage.email({ recipient, data: { ...data, ...filled }, nextTryAt: first });
    }
    const nextTryAt = times.next().value ?? first;
    return bulkMessage.sms({ recipient, data: { ...data, segments: sms.segments }, nextTryAt });
  });
}

/** Only the sender may do this, as long as none of it is under way. */
export const undoMessage = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const manyMessage = await tx.em.findOne(
      ActivityEntity,
      { id, type: 'create', entityType: 'email', account: requireAccount(tx).id },
      { disableIdentityMap: true },
    );
    if (!manyMessage) throw notFoundError('There is no such message');
    const rows = await readRows(tx.em, { id: int })(
      `select id from outgoing_messages where kind = ? and data->>'sending' = ?::text order by id`,
      [bulkMessage.kind, id],
    );
    const isOver = tx.now().getTime() >= manyMessage.createdAt.getTime() + UNDO_MS;
    const ids = listIds(rows);
    const removed = isOver ? new Set() : await removeMessages(tx, ids, { evenUnderWay: false });
    if (removed.size === 0 || removed.size < ids.length)
      throw new AppError('CONFLICT', 'This message is on its way, or was taken back already');
    const description = `Took back a message to ${countPeople(removed.size)}`;
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
  /** In international form. */
  number: textOrNull,
  guardianPhone: textOrNull,
  dateOfBirth: textOrNull,
  program: textOrNull,
  startsOn: textOrNull,
  place: textOrNull,
};
type Person = Row<typeof personColumns>;

interface WrittenMessage {
  person: Person;
  channel: 'email' | 'sms';
  recipient: string;
  /** The office's text, with the placeholders filled in. */
  text: string;
  /** Null for an email. */
  sms: Sms | null;
  fillSubject(subject: string): string;
}

type LeftOutReason = 'stop' | 'number' | 'email' | 'country' | 'twice' | 'settled' | 'notOverdue';

interface LeftOutCounts {
  person: Person;
  reason: LeftOutReason;
  text: string;
}

const joinWords = ({ subject = '', text }: Pick<MessagePlanInput, 'subject' | 'text'>) =>
  `${subject} ${text}`;

/** The messages in the order of the people, and who gets none. `lock` holds the people against an erasure. */
async function writeMessages(ctx: Ctx, input: MessagePlanInput, lock = '') {
  const words = joinWords(input);
  const isAboutFees =
    hasFeePlaceholder(words) || ('state' in input.registrations && input.registrations.state);
  refuseUnless(ctx, isAboutFees ? needs.fees : needs.messages);
  const { view: site } = await getSite(ctx);
  const people = await findPeople(ctx, input.registrations, lock);
  const debts = hasDebtPlaceholder(words) ? await readDebts(ctx, people) : null;
  const numbers = people.flatMap(({ number }) => number ?? []);
  const stopped = await findStopped(ctx, numbers);
  const newNumbers = await findNewNumbers(ctx, numbers);
  const { smsEnding } = site.messages;
  const today = toLocalDay(ctx.now());
  const isOverdueOnly = hasOverduePlaceholder(words);
  const seenAddresses = new Set<string>();
  const written: WrittenMessage[] = [];
  const leftOut: LeftOutCounts[] = [];
  for (const person of people) {
    const values = toValues(person, debts?.get(person.id), today);
    const filled = fillTemplate(input.text, values).trim();
    const leave = (reason: LeftOutReason) => leftOut.push({ person, reason, text: filled });
    const debt = debts?.get(person.id);
    if (debts && !debt) {
      leave('settled');
      continue;
    }
    if (isOverdueOnly && debt?.overdue === 0) {
      leave('notOverdue');
      continue;
    }
    const contact = chooseContact(person, input.channels, { isStopped: (one) => stopped.has(one), ...ctx });
    if ('reason' in contact) {
      leave(contact.reason);
      continue;
    }
    const { recipient } = contact;
    const sameAddresses = [person.email?.toLowerCase(), person.number].flatMap((one) =>
      one ? [`${one} ${person.name.toLowerCase()}`] : [],
    );
    const marks = [...sameAddresses, `${recipient.toLowerCase()} ${filled}`];
    if (marks.some((mark) => seenAddresses.has(mark))) {
      leave('twice');
      continue;
    }
    for (const mark of marks) seenAddresses.add(mark);
    const isSms = contact.channel === 'sms';
    const sms = isSms
      ? writeSms(filled, undefined, smsEnding, { saysStop: newNumbers.has(recipient) })
      : null;
    if (sms?.isCut)
      throw invalidInputError([{ path: 'text', message: `This is longer than two SMS for ${person.name}` }]);
    written.push({
      person,
      ...contact,
      text: filled,
      sms,
      fillSubject: (line) => fillTemplate(line, values),
    });
  }
  return { written, leftOut };
}

type Contact = Pick<WrittenMessage, 'channel' | 'recipient'> | { reason: LeftOutReason };

/** One message for each person: by email where there is an address. */
function chooseContact(
  { email, number }: Pick<Person, 'email' | 'number'>,
  channels: MessagePlanInput['channels'],
  { isStopped, config }: { isStopped(number: string): boolean; config: Ctx['config'] },
): Contact {
  if (email && channels.includes('email')) return { channel: 'email', recipient: email };
  if (!channels.includes('sms')) return { reason: 'email' };
  if (!number) return { reason: 'number' };
  if (!isInCountries(number, config)) return { reason: 'country' };
  return isStopped(number) ? { reason: 'stop' } : { channel: 'sms', recipient: number };
}

type Debt = Pick<DueAccount, 'balance' | 'overdue' | 'nextDueOn' | 'nextDueAmount'>;

const toValues = (
  { id, firstName, program, startsOn, place }: Person,
  debt: Debt | undefined,
  today: string,
): Record<MessagePlaceholder, string> => ({
  firstName,
  program: program ?? '',
  startsOn: startsOn ? formatDate(startsOn) : '',
  place: place ?? '',
  dues: debt ? describeDues(readDues(debt, today)) : '',
  balance: formatBalance(debt?.balance ?? 0),
  overdue: formatLocalMoney(debt?.overdue ?? 0),
  due: debt ? formatDate(debt.nextDueOn) : '',
  payCode: payCode(id),
});

async function readDebts(ctx: Pick<Ctx, 'em' | 'now'>, people: readonly Person[]) {
  const debtors = await listDebtors(ctx, listIds(people));
  return new Map(debtors.map(({ registrationId, ...debt }) => [registrationId, debt]));
}

async function findPeople(ctx: Ctx, registrations: MessagePlanInput['registrations'], lock: string) {
  const ids = `{${Array.isArray(registrations) ? registrations : await findIds(ctx, registrations)}}`;
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

async function findIds(ctx: Ctx, { state, ...filter }: Exclude<MessagePlanInput['registrations'], number[]>) {
  if (state) return listHolders(await listDebtors(ctx, { state, ...filter }));
  return listIds(await chooseRegistrations(ctx, filter)).sort((one, other) => one - other);
}
