import type { AccountActor, Ctx, ImageCheck } from '../context.ts';
import { contentAttention } from '../modules/platform/content/content.attention.ts';
import { outboxAttention } from '../modules/platform/outbox/outbox.attention.ts';
import { siteAttention } from '../modules/platform/site/site.attention.ts';
import { getSite, type SiteItem } from '../modules/platform/site/site.service.ts';
import { imageAttention } from '../modules/platform/uploads/image.attention.ts';
import { webhookAttention } from '../modules/platform/webhooks/webhook.attention.ts';
import { contactAttention } from '../modules/school/contact-messages/contact-message.attention.ts';
import { countOverdue } from '../modules/school/fees/fee-account.service.ts';
import { countUnassigned } from '../modules/school/fees/fee-part.service.ts';
import { registrationAttention } from '../modules/school/registrations/registration.admin.ts';

/** What the dashboard says under "What needs care": the part of each module. */
const shared = {
  ...contentAttention,
  ...imageAttention,
  ...contactAttention,
  ...outboxAttention,
  ...registrationAttention,
};
/** Lists that are empty for everybody else. */
const forOwners = { ...siteAttention, ...webhookAttention };
/** 0 for accounts that may not keep fees. */
const forFees = { overdueAccounts: countOverdue, unassignedPayments: countUnassigned };

type Deps = Pick<Ctx, 'em' | 'content' | 'now' | 'config'> & { hasImage: ImageCheck; site: SiteItem };
type Sources = Record<string, (deps: Deps) => Promise<unknown>>;
type Found<S extends Sources> = { [Name in keyof S]: Awaited<ReturnType<S[Name]>> };

export async function listAttention(
  ctx: Omit<Deps, 'site'> & { actor: Pick<AccountActor, 'isOwner' | 'mayKeepFees'> },
) {
  const { em, content, now, config, hasImage } = ctx;
  // The others read at the same time, each with an entity manager of its own
  const deps = { content, now, config, hasImage, site: await getSite({ em }) };
  const findAll = async <S extends Sources>(sources: S) => {
    const found = Object.entries(sources).map(async ([name, find]) => [
      name,
      await find({ ...deps, em: em.fork() }),
    ]);
    return Object.fromEntries(await Promise.all(found)) as Found<S>;
  };
  const empty = Object.keys(forOwners).map((name): [string, unknown] => [name, []]);
  const [all, owners, fees] = await Promise.all([
    findAll(shared),
    ctx.actor.isOwner ? findAll(forOwners) : (Object.fromEntries(empty) as Found<typeof forOwners>),
    ctx.actor.mayKeepFees ? findAll(forFees) : { overdueAccounts: 0, unassignedPayments: 0 },
  ]);
  return { ...all, ...owners, ...fees };
}
