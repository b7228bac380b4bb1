import { type EntityType, entities } from '@institute/contract';
import { type Holder, maySee, type Need, needs } from '@institute/contract/rights.constants';
import type { Ctx, ImageCheck } from '../context.ts';
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
const parts = {
  ...contentAttention,
  ...imageAttention,
  ...contactAttention,
  ...outboxAttention,
  ...registrationAttention,
  ...siteAttention,
  ...webhookAttention,
  overdueAccounts: countOverdue,
  unassignedPayments: countUnassigned,
};
type Part = keyof typeof parts;

/** Other accounts get `unseen`. */
const partNeeds: Record<Part, Need> = {
  incompleteItems: needs.own,
  contentWarnings: needs.own,
  brokenImages: needs.own,
  unreadMessages: needs.messages,
  parkedEmails: needs.messages,
  sms: needs.messages,
  newRegistrations: needs.registrations,
  waitingRegistrations: needs.registrations,
  firstInLine: needs.registrations,
  onlyCallable: needs.registrations,
  overdueAccounts: needs.fees,
  unassignedPayments: needs.fees,
  settings: 'owner',
  invalidSections: 'owner',
  untouchedParts: 'owner',
  endedWebhooks: needs.webhooks,
};

type Deps = Pick<Ctx, 'em' | 'content' | 'now' | 'config'> & { hasImage: ImageCheck; site: SiteItem };
type Found = { [Name in Part]: Awaited<ReturnType<(typeof parts)[Name]>> };

const unseen: Found = {
  incompleteItems: [],
  contentWarnings: [],
  brokenImages: [],
  unreadMessages: 0,
  parkedEmails: 0,
  sms: { isGatewaySilent: false, isBalanceUsedUp: false, beyondLimit: 0, failing: null },
  newRegistrations: 0,
  waitingRegistrations: 0,
  firstInLine: [],
  onlyCallable: 0,
  overdueAccounts: 0,
  unassignedPayments: 0,
  settings: [],
  invalidSections: [],
  untouchedParts: [],
  endedWebhooks: [],
};

export async function listAttention(ctx: Omit<Deps, 'site'> & { actor: Holder }): Promise<Found> {
  const { em, content, now, config, hasImage, actor } = ctx;
  // The others read at the same time, each with an entity manager of its own
  const deps = { content, now, config, hasImage, site: await getSite({ em }) };
  const names = (Object.keys(parts) as Part[]).filter((name) => maySee(actor, partNeeds[name]));
  const read = names.map(async (name) => [name, await parts[name]({ ...deps, em: em.fork() })] as const);
  const found: Found = { ...unseen, ...Object.fromEntries(await Promise.all(read)) };
  const keepSeen = <Item extends { entityType: EntityType }>(items: Item[]) =>
    items.filter(({ entityType }) => maySee(actor, entities[entityType].need));
  return {
    ...found,
    incompleteItems: keepSeen(found.incompleteItems),
    contentWarnings: keepSeen(found.contentWarnings),
    brokenImages: keepSeen(found.brokenImages),
  };
}
