import type { Ctx } from '../../context.ts';
import { channelsOf } from '../outbox/outbox.service.ts';
import { isInCountries } from '../outbox/sms-limits.service.ts';
import { getSite } from '../site/site.service.ts';

/**
 * Applicants whom no message reaches, until they are rejected or withdraw. Without a gateway no SMS does. Several
 * registrations count once.
 */
export async function countOnlyCallable({ em, config }: Pick<Ctx, 'em' | 'config'>): Promise<number> {
  const { smsTo } = (await getSite({ em })).view.messages;
  const rows = await em.execute<{ phone: string; number: string | null }[]>(
    `select distinct on (coalesce(phone_international, phone)) phone, phone_international as number
     from registrations
     where deleted_at is null and email is null and status in ('new', 'reviewing', 'waiting', 'accepted')`,
  );
  return rows.filter(({ number }) => {
    const reached = config.sms && number !== null && isInCountries(number, config) ? number : null;
    return channelsOf({ email: null, number: reached }, smsTo).length === 0;
  }).length;
}
