import type { MessageChannel } from '@institute/contract/outbox.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../context.ts';
import type { QueuedMessage } from '../../messaging/message-kind.ts';
import { channelsOf, takeBackStatusMessages } from '../outbox/outbox.service.ts';
import { getSite } from '../site/site.service.ts';
import { registrationStatus } from './registration.messages.ts';
import { placesInQueue } from './registration-intake.service.ts';

export interface StatusChange {
  id: number;
  reference: string;
  firstName: string;
  email: string | null;
  /** The phone in international form. */
  number: string | null;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

interface Options {
  sendAt?: Date;
  keepsPlace?: boolean;
}

/**
 * One email for each applicant with all changed registrations, and one SMS for each registration. They replace
 * unsent messages about an earlier status, which could arrive later. Nobody is told the same status twice.
 */
export async function statusMessages(
  tx: TxCtx,
  changes: readonly StatusChange[],
  options: Options = {},
): Promise<QueuedMessage[]> {
  const { smsTo } = (await getSite(tx)).view.messages;
  const waiting = changes.filter(({ to }) => to === 'waiting').map(({ id }) => id);
  const places = waiting.length > 0 ? await placesInQueue(tx, waiting) : new Map<number, number>();
  const untoldBy = async (channel: MessageChannel) =>
    (await untoldOf(tx, channel, changes, options)).filter((change) =>
      channelsOf(change, smsTo).includes(channel),
    );
  const stateOf = ({ id, firstName, reference, to: status, told }: Untold) => {
    const place = places.get(id);
    return { firstName, reference, status, told, ...(place && { place }) };
  };
  // after messages that may be under way, because this one could overtake them
  const dueAfter = (all: readonly Untold[]) => {
    const { sendAt = tx.now() } = options;
    return new Date(Math.max(sendAt.getTime(), ...all.map(({ busyUntil }) => busyUntil?.getTime() ?? 0)));
  };

  const byApplicant = Map.groupBy(await untoldBy('email'), ({ email }) => email?.toLowerCase());
  const emails = [...byApplicant.values()].flatMap((all): QueuedMessage[] => {
    const [first, ...others] = all;
    if (!first?.email) return [];
    const data = { ...stateOf(first), ...(others.length > 0 && { more: others.map(stateOf) }) };
    return [registrationStatus.email({ recipient: first.email, data, nextTryAt: dueAfter(all) })];
  });
  const sms = (await untoldBy('sms')).flatMap((change): QueuedMessage[] => {
    const { number: recipient } = change;
    if (!recipient) return [];
    const due = { data: stateOf(change), nextTryAt: dueAfter([change]) };
    return [registrationStatus.sms({ recipient, ...due })];
  });
  return [...emails, ...sms];
}

interface Untold extends StatusChange {
  told: RegistrationStatus | undefined;
  busyUntil: Date | null;
}

async function untoldOf(
  tx: TxCtx,
  channel: MessageChannel,
  changes: readonly StatusChange[],
  { keepsPlace = false }: Options,
): Promise<Untold[]> {
  const references = changes.map(({ reference }) => reference);
  const takenBack = await takeBackStatusMessages(tx, channel, references);
  return changes
    .map((change) => ({ told: change.from, busyUntil: null, ...change, ...takenBack.get(change.reference) }))
    .filter(({ told, to }) => told !== to || (to === 'waiting' && !keepsPlace));
}
