import { type EntityType, entities } from '@institute/contract';
import { maySee, type Need, needs, type RightsHolder } from '@institute/contract/rights.constants';
import type { Ctx } from '../context.ts';
import type { HasImage } from '../http/in-process-call.ts';
import { contentAttention } from '../modules/platform/content/content.attention.ts';
import { countParkedMessages, readSmsAttention } from '../modules/platform/outbox/outbox.attention.ts';
import { listUnansweredAddresses } from '../modules/platform/redirects/redirect.service.ts';
import { siteAttention } from '../modules/platform/site/site.attention.ts';
import { getSite, type SiteItem } from '../modules/platform/site/site.service.ts';
import { listBrokenImages } from '../modules/platform/uploads/image.attention.ts';
import { listEndedWebhooks } from '../modules/platform/webhooks/webhook.service.ts';
import { countDocumentsToLookAt } from '../modules/school/applicant-documents/document-desk.service.ts';
import { countUndecidedLeavers } from '../modules/school/charges/leaver.service.ts';
import { countWaitingLines } from '../modules/school/fees/import/waiting-line.service.ts';
import { countCrossedParts } from '../modules/school/fees/unassigned/crossed-part.service.ts';
import { countUnassignedMoney } from '../modules/school/fees/unassigned/fee-part.service.ts';
import { countStaleNewRegistrations } from '../modules/school/registrations/registration-desk.service.ts';
import { countUnreachableApplicants } from '../modules/school/registrations/registration-notice.service.ts';
import { findFirstWaiting } from '../modules/school/registrations/waiting-list.service.ts';

type AttentionDeps = Pick<Ctx, 'em' | 'content' | 'now' | 'config'> & {
  hasImage: HasImage;
  site: SiteItem;
};

/** An account without the right gets `unseen` in place of the facts. */
const declareAttentionPart = <Found>(
  need: Need,
  read: (deps: AttentionDeps) => Promise<Found>,
  unseen: NoInfer<Found>,
) => ({
  need,
  read,
  unseen,
});

const smsWithoutProblems = { isGatewaySilent: false, isBalanceUsedUp: false, beyondLimit: 0, failing: null };

/** The functions that find the items under "What needs care" on the dashboard. */
const attentionParts = {
  incompleteItems: declareAttentionPart(needs.own, contentAttention.incompleteItems, []),
  contentWarnings: declareAttentionPart(needs.own, contentAttention.contentWarnings, []),
  brokenImages: declareAttentionPart(needs.own, listBrokenImages, []),
  parkedEmails: declareAttentionPart(needs.messages, countParkedMessages, 0),
  sms: declareAttentionPart(needs.messages, readSmsAttention, smsWithoutProblems),
  waitingRegistrations: declareAttentionPart(needs.registrations, countStaleNewRegistrations, 0),
  firstInLine: declareAttentionPart(needs.registrations, (deps) => findFirstWaiting(deps, null), []),
  onlyCallable: declareAttentionPart(needs.registrations, countUnreachableApplicants, 0),
  documentsToLookAt: declareAttentionPart(needs.documents, countDocumentsToLookAt, 0),
  settings: declareAttentionPart('owner', siteAttention.settings, []),
  untouchedParts: declareAttentionPart('owner', siteAttention.untouchedParts, []),
  invalidSections: declareAttentionPart('owner', siteAttention.invalidSections, []),
  unansweredRedirects: declareAttentionPart(needs.redirects, listUnansweredAddresses, []),
  endedWebhooks: declareAttentionPart(needs.webhooks, listEndedWebhooks, []),
  undecidedLeavers: declareAttentionPart(needs.fees, countUndecidedLeavers, 0),
  unassignedPayments: declareAttentionPart(needs.fees, countUnassignedMoney, 0),
  crossedPayments: declareAttentionPart(needs.fees, countCrossedParts, 0),
  waitingLines: declareAttentionPart('owner', countWaitingLines, { count: 0, months: [] }),
};
type AttentionPart = keyof typeof attentionParts;
type AttentionFacts = { [Name in AttentionPart]: (typeof attentionParts)[Name]['unseen'] };

export async function listAttention(
  ctx: Omit<AttentionDeps, 'site'> & { actor: RightsHolder },
): Promise<AttentionFacts> {
  const { em, content, now, config, hasImage, actor } = ctx;
  // The parts read in parallel, each with an entity manager of its own
  const attentionDeps = { content, now, config, hasImage, site: await getSite({ em }) };
  const partFactsPromises = Object.entries(attentionParts).map(
    async ([name, { need, read: readPart, unseen }]) => {
      const partFacts = maySee(actor, need) ? await readPart({ ...attentionDeps, em: em.fork() }) : unseen;
      return [name, partFacts] as const;
    },
  );
  const factsByAttentionPart = Object.fromEntries(await Promise.all(partFactsPromises)) as AttentionFacts;
  const filterVisibleItems = <Item extends { entityType: EntityType }>(items: Item[]) =>
    items.filter(({ entityType }) => maySee(actor, entities[entityType].need));
  return {
    ...factsByAttentionPart,
    incompleteItems: filterVisibleItems(factsByAttentionPart.incompleteItems),
    contentWarnings: filterVisibleItems(factsByAttentionPart.contentWarnings),
    brokenImages: filterVisibleItems(factsByAttentionPart.brokenImages),
  };
}
