import { type EntityType, entities } from '@institute/contract';
import { type Holder, maySee, type Need, needs } from '@institute/contract/rights.constants';
import type { Ctx } from '../context.ts';
import type { ImageCheck } from '../http/in-process-call.ts';
import { contentAttention } from '../modules/platform/content/content.attention.ts';
import { countParked, readSmsAttention } from '../modules/platform/outbox/outbox.attention.ts';
import { listUnanswered } from '../modules/platform/redirects/redirect.service.ts';
import { siteAttention } from '../modules/platform/site/site.attention.ts';
import { getSite, type SiteItem } from '../modules/platform/site/site.service.ts';
import { listBrokenImages } from '../modules/platform/uploads/image.attention.ts';
import { listEndedWebhooks } from '../modules/platform/webhooks/webhook.service.ts';
import { countToLookAt } from '../modules/school/applicant-documents/document-desk.service.ts';
import { countUndecidedLeavers } from '../modules/school/charges/leaver.service.ts';
import { countWaitingLines } from '../modules/school/fees/import/waiting-line.service.ts';
import { countCrossed } from '../modules/school/fees/unassigned/crossed-part.service.ts';
import { countUnassigned } from '../modules/school/fees/unassigned/fee-part.service.ts';
import { countLongNew } from '../modules/school/registrations/registration-desk.service.ts';
import { countOnlyCallable } from '../modules/school/registrations/registration-notice.service.ts';
import { findFirstInLine } from '../modules/school/registrations/waiting-list.service.ts';

type Deps = Pick<Ctx, 'em' | 'content' | 'now' | 'config'> & { hasImage: ImageCheck; site: SiteItem };

/** Accounts without the right get `unseen`. */
const declarePart = <Found>(need: Need, read: (deps: Deps) => Promise<Found>, unseen: NoInfer<Found>) => ({
  need,
  read,
  unseen,
});

const calmSms = { isGatewaySilent: false, isBalanceUsedUp: false, beyondLimit: 0, failing: null };

/** Functions that find the items under "What needs care" on the dashboard. */
const attentionParts = {
  incompleteItems: declarePart(needs.own, contentAttention.incompleteItems, []),
  contentWarnings: declarePart(needs.own, contentAttention.contentWarnings, []),
  brokenImages: declarePart(needs.own, listBrokenImages, []),
  parkedEmails: declarePart(needs.messages, countParked, 0),
  sms: declarePart(needs.messages, readSmsAttention, calmSms),
  waitingRegistrations: declarePart(needs.registrations, countLongNew, 0),
  firstInLine: declarePart(needs.registrations, (deps) => findFirstInLine(deps, null), []),
  onlyCallable: declarePart(needs.registrations, countOnlyCallable, 0),
  documentsToLookAt: declarePart(needs.documents, countToLookAt, 0),
  settings: declarePart('owner', siteAttention.settings, []),
  untouchedParts: declarePart('owner', siteAttention.untouchedParts, []),
  invalidSections: declarePart('owner', siteAttention.invalidSections, []),
  unansweredRedirects: declarePart(needs.redirects, listUnanswered, []),
  endedWebhooks: declarePart(needs.webhooks, listEndedWebhooks, []),
  undecidedLeavers: declarePart(needs.fees, countUndecidedLeavers, 0),
  unassignedPayments: declarePart(needs.fees, countUnassigned, 0),
  crossedPayments: declarePart(needs.fees, countCrossed, 0),
  waitingLines: declarePart('owner', countWaitingLines, { count: 0, months: [] }),
};
type Part = keyof typeof attentionParts;
type AttentionFacts = { [Name in Part]: (typeof attentionParts)[Name]['unseen'] };

export async function listAttention(ctx: Omit<Deps, 'site'> & { actor: Holder }): Promise<AttentionFacts> {
  const { em, content, now, config, hasImage, actor } = ctx;
  // The others read at the same time, each with an entity manager of its own
  const deps = { content, now, config, hasImage, site: await getSite({ em }) };
  const read = Object.entries(attentionParts).map(async ([name, { need, read: readPart, unseen }]) => {
    const facts = maySee(actor, need) ? await readPart({ ...deps, em: em.fork() }) : unseen;
    return [name, facts] as const;
  });
  const found = Object.fromEntries(await Promise.all(read)) as AttentionFacts;
  const filterVisible = <Item extends { entityType: EntityType }>(items: Item[]) =>
    items.filter(({ entityType }) => maySee(actor, entities[entityType].need));
  return {
    ...found,
    incompleteItems: filterVisible(found.incompleteItems),
    contentWarnings: filterVisible(found.contentWarnings),
    brokenImages: filterVisible(found.brokenImages),
  };
}
