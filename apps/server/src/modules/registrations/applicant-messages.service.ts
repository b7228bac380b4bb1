import type { RegistrationSms } from '@institute/contract';
import { registrationNotFound } from '@institute/contract/registrations.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { QueuedMessage } from '../../messaging/message-kind.ts';
import { inBatches, transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { INTAKES } from '../intakes/intake.entity.ts';
import { type OfficeSmsState, officeSmsState, queueOfficeSms } from '../outbox/office-sms.service.ts';
import { channelsOf, queueInBulk } from '../outbox/outbox.service.ts';
import { PROGRAMS } from '../programs/program.entity.ts';
import { getSite } from '../site/site.service.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { intakeSoon } from './registration.messages.ts';
import { enteredAt } from './registration-history.service.ts';

const DAYS_BEFORE = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Words of the office, to the applicant's phone. */
export function sendSms(ctx: Ctx, { id, text }: RegistrationSms): Promise<{ id: number }> {
  return transaction(ctx, async (tx) => {
    const row = await tx.em.findOne(RegistrationEntity, { id, deletedAt: null });
    if (!row) throw notFound(registrationNotFound);
    const { reference, phoneInternational: recipient } = row;
    const ending = (await getSite(tx)).view.messages.smsEnding;
    await queueOfficeSms(tx, { recipient, text, ending, reference });
    const description = `Sent an SMS to the applicant of registration ${reference}`;
    await recordActivity(tx, { type: 'update', entityType: 'registration', entityId: id, description });
    return { id };
  });
}

export async function smsState(ctx: Ctx, id: number): Promise<OfficeSmsState> {
  const row = await ctx.em.findOne(RegistrationEntity, { id, deletedAt: null }, { disableIdentityMap: true });
  if (!row) throw notFound(registrationNotFound);
  const ending = (await getSite(ctx)).view.messages.smsEnding;
  return officeSmsState(ctx, { recipient: row.phoneInternational, ending });
}

interface Starting {
  firstName: string;
  reference: string;
  program: string;
  startsOn: string;
  email: string | null;
  number: string | null;
}

/**
 * Reminds accepted applicants three days before their intake starts, each once. A reminder that was missed
 * while no process ran follows until the day before.
 */
export async function remindOfIntakes(ctx: Ctx): Promise<void> {
  const dayIn = (days: number) => kampalaDay(new Date(ctx.now().getTime() + days * DAY_MS));
  await transaction(ctx, async (tx) => {
    const { smsTo } = (await getSite(tx)).view.messages;
    const starting = await tx.em.execute<Starting[]>(
      `select first_name as "firstName", reference, ${PROGRAMS}.name as program, starts_on::text as "startsOn",
         email, phone_international as number
       from registrations join ${INTAKES} on ${INTAKES}.id = intake_id
       join ${PROGRAMS} on ${PROGRAMS}.id = ${INTAKES}.program_id
       where registrations.deleted_at is null and ${INTAKES}.deleted_at is null and registrations.status = 'accepted'
         and (starts_on = ?::date or starts_on between ?::date and ?::date
           and (coalesce(${enteredAt('accepted')}, registrations.created_at) at time zone 'Africa/Kampala')::date < starts_on - ?::int)
         and not exists (select from outgoing_messages where kind = 'intake-soon'
           and data->>'reference' = reference and data->>'startsOn' = starts_on::text)
       order by registrations.id`,
      [dayIn(DAYS_BEFORE), dayIn(1), dayIn(DAYS_BEFORE), DAYS_BEFORE],
    );
    const messages = starting.flatMap(({ email, number, ...data }): QueuedMessage[] =>
      channelsOf({ email, number }, smsTo).map((channel) =>
        channel === 'sms'
          ? intakeSoon.sms({ recipient: number ?? '', data })
          : intakeSoon.email({ recipient: email, data }),
      ),
    );
    for (const batch of inBatches(messages)) await queueInBulk(tx, batch);
  });
}
