import { isDeepStrictEqual } from 'node:util';
import { type SiteSettings, siteSettings as schema, type siteChanges } from '@institute/contract';
import { ownerSettings } from '@institute/contract/site.constants';
import {
  type PartToRead,
  partsToRead,
  partToReadNames,
  siteParts,
} from '@institute/contract/site-parts.constants';
import { smsLimits } from '@institute/contract/sms-template';
import { toAcronym } from '@institute/contract/text';
import { isUploadedFile } from '@institute/contract/uploads.constants';
import type * as z from 'zod';
import { storeUploadPaths } from '../../../config/upload-addresses.ts';
import { refuseUnconfirmedPassword, refuseUnlessOwner, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { checkIfMatchTag, hashShownValues, makeItemTag } from '../../../database/item-tag.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import { pickLegalTexts, storeLegalVersion } from './legal-version.service.ts';
import { refuseMissingPages } from './menu-addresses.service.ts';
import { refuseOtherSites } from './other-sites.service.ts';
import { SiteEntity } from './site.entity.ts';
import { officeMovedMessage } from './site.messages.ts';
import { mergeDefaults, readValueAt, siteDefaults } from './site-defaults.service.ts';

const onlyRowOptions = { limit: 1, orderBy: { id: 'asc' } } as const;

type SiteEditCtx = Pick<Ctx, 'em' | 'content' | 'changes' | 'actor' | 'origin' | 'now' | 'config'>;

type SiteSection = keyof SiteSettings;

export interface SiteItem {
  view: SiteSettings;
  tag: string;
  /**
   * Stored sections that do not match the schema any more, for example after an update. Their defaults are shown
   * instead.
   */
  invalid: SiteSection[];
  /** Parts whose neutral texts nobody has read yet. */
  unread: PartToRead[];
}

/** Reads the settings. Stored values override the defaults. */
export async function getSite({ em }: Pick<Ctx, 'em'>): Promise<SiteItem> {
  const [row] = await em.find(SiteEntity, {}, { ...onlyRowOptions, disableIdentityMap: true });
  const { site, invalid } = applyDefaults(row?.content ?? {});
  const viewWithSmsEnding = fillSmsEnding(site);
  // The hash is part of the tag, because another release may have other defaults
  const siteTag = makeItemTag(
    'site',
    { id: 1, version: row?.version ?? 0 },
    hashShownValues(viewWithSmsEnding),
  );
  return {
    view: viewWithSmsEnding,
    invalid,
    tag: siteTag,
    unread: partToReadNames.filter((part) => !row?.readParts.includes(part)),
  };
}

/** True when applicants and payers may get SMS at all. */
export const isSmsOn = async (ctx: Pick<Ctx, 'em'>): Promise<boolean> =>
  (await getSite(ctx)).view.messages.smsTo !== 'never';

/** An SMS ends with the initials of the institute unless the office has set another ending. */
function fillSmsEnding({ messages, ...site }: SiteSettings): SiteSettings {
  const smsEnding = messages.smsEnding || makeInstituteInitials(site);
  return { ...site, messages: { ...messages, smsEnding } };
}

/** Initials are not stored as an ending, so that it follows the institute's name. */
function removeInitials({ messages, ...site }: SiteSettings, current: SiteSettings): SiteSettings {
  const smsEnding = messages.smsEnding === makeInstituteInitials(current) ? '' : messages.smsEnding;
  return { ...site, messages: { ...messages, smsEnding } };
}

const makeInstituteInitials = ({ institute }: Pick<SiteSettings, 'institute'>): string =>
  toAcronym(institute.name).slice(0, smsLimits.ending);

interface SiteUpdateOptions {
  ifMatch?: string | undefined;
  within?: string;
}

/** In a change, a switch that is left out keeps its state. */
type SiteInput = Partial<Omit<SiteSettings, keyof SectionsWithSwitch>> &
  Pick<z.output<typeof siteChanges>, keyof SectionsWithSwitch>;
type SectionsWithSwitch = Pick<SiteSettings, 'newsletter' | 'donations'>;

export const updateSite = (
  ctx: SiteEditCtx,
  sent: SiteInput,
  { ifMatch, within = '' }: SiteUpdateOptions = {},
): Promise<SiteItem> =>
  withContentChange(ctx, async (tx) => {
    await lockSite(tx);
    const siteInput = storeUploadPaths(tx.config, sent);
    const currentSite = await getSite(tx);
    checkIfMatchTag(ifMatch, currentSite.tag);
    const { newsletter, donations } = currentSite.view;
    const newContent: SiteSettings = {
      ...currentSite.view,
      ...siteInput,
      newsletter: { ...newsletter, ...siteInput.newsletter },
      donations: { ...donations, ...siteInput.donations },
    };
    if (isDeepStrictEqual(newContent, currentSite.view)) return currentSite;
    refuseOwnerSettings(
      tx,
      findChangedPaths(Object.values(ownerSettings).flat(), currentSite.view, newContent),
      within,
    );
    await refuseOtherSites(tx, currentSite.view, newContent, within);
    refuseUndrawablePictures(currentSite.view, newContent, within);
    refuseInsecureSocials(currentSite.view, newContent, within);
    refuseEmptiedName(currentSite.view, newContent, within);
    await refuseMissingPages(tx, currentSite.view.menu, newContent.menu, within);

    const [row] = await tx.em.find(SiteEntity, {}, onlyRowOptions);
    const storedContent = {
      ...removeInitials(newContent, currentSite.view),
      ...keepUnreadableSections(row, currentSite, newContent),
    };
    const newReadParts = partToReadNames.filter(
      (part) =>
        !currentSite.unread.includes(part) ||
        findChangedPaths(siteParts[part], currentSite.view, newContent).length > 0,
    );
    if (row) Object.assign(row, { content: storedContent, readParts: newReadParts });
    else tx.em.create(SiteEntity, { content: storedContent, readParts: newReadParts });
    await tx.em.flush();
    const changedSite = await getSite(tx);
    await storeLegalTexts(tx, currentSite.view, changedSite.view);
    await queueFormerOfficeMessage(tx, currentSite.view, changedSite.view);
    if (changedSite.tag !== currentSite.tag) {
      await recordActivity(tx, {
        type: 'update',
        entityType: 'site',
        entityId: null,
        description: `Updated the site: ${Object.keys(siteInput).join(', ')}`,
      });
      await queueEvents(tx, 'content.changed', [{ resource: 'site', id: null, action: 'updated' }]);
    }
    return changedSite;
  });

/** Locks the whole table, because there may be no row to lock yet. */
export const lockSite = ({ em }: Pick<TxCtx, 'em'>) =>
  em.execute('lock table site in share row exclusive mode');

/** Keeps the stored values of invalid sections that nobody has rewritten, so that the office loses nothing. */
function keepUnreadableSections(
  row: { content: SiteSettings } | undefined,
  { view, invalid }: SiteItem,
  content: SiteSettings,
): Partial<SiteSettings> {
  const unchangedSections = invalid.filter((section) => isDeepStrictEqual(content[section], view[section]));
  return Object.fromEntries(unchangedSections.map((section) => [section, row?.content[section]]));
}

/** Records that an owner has read the texts of a part and leaves them unchanged. */
export const markPartRead = (ctx: SiteEditCtx, part: PartToRead): Promise<SiteItem> =>
  withContentChange(ctx, async (tx) => {
    refuseUnlessOwner(tx);
    await lockSite(tx);
    const { view, unread } = await getSite(tx);
    if (!unread.includes(part)) return getSite(tx);
    const [row] = await tx.em.find(SiteEntity, {}, onlyRowOptions);
    const read = partToReadNames.filter((one) => one === part || !unread.includes(one));
    if (row) row.readParts = read;
    else tx.em.create(SiteEntity, { content: removeInitials(view, view), readParts: read });
    await tx.em.flush();
    await recordActivity(tx, {
      type: 'update',
      entityType: 'site',
      entityId: null,
      description: `Found the texts of the site right: ${partsToRead[part]}`,
    });
    return getSite(tx);
  });

/** Refuses visitors where the office has closed the newsletter or donations. */
export async function refuseClosedSection(
  ctx: Pick<Ctx, 'em'>,
  part: keyof SectionsWithSwitch,
): Promise<void> {
  const { view } = await getSite(ctx);
  if (view[part].isOpen) return;
  const closedMessage = closedSectionMessages[part];
  // Forms show the first detail
  throw new AppError('NOT_FOUND', closedMessage, { details: [{ path: '', message: closedMessage }] });
}

const closedSectionMessages = {
  newsletter: 'There is no newsletter at the moment.',
  donations: 'Donations are not taken at the moment.',
} satisfies Record<keyof SectionsWithSwitch, string>;

/** Stores the former texts too, because a visitor with an open form may still agree to them. */
async function storeLegalTexts(ctx: Pick<Ctx, 'em' | 'now'>, ...sites: SiteSettings[]): Promise<void> {
  const legalTextVersions = sites.map(pickLegalTexts);
  if (new Set(legalTextVersions.map(({ version }) => version)).size === 1) return;
  for (const legalTexts of legalTextVersions) await storeLegalVersion(ctx, legalTexts);
}

/** Refuses the changed settings unless an owner has typed the password recently. API keys are always refused. */
function refuseOwnerSettings(ctx: Pick<Ctx, 'actor' | 'now'>, changed: string[], within: string): void {
  if (changed.length === 0) return;
  if (ctx.actor?.isOwner) {
    refuseUnconfirmedPassword(ctx);
    return;
  }
  const message = 'Only the owner of this site may change this';
  const forbiddenDetails = changed.map((path) => ({ path: within + path, message }));
  throw new AppError('FORBIDDEN', message, { details: forbiddenDetails });
}

/**
 * The server draws the icon, and a logo of this site, into other pictures, so they must be uploads. A logo of another
 * site is only shown.
 */
function refuseUndrawablePictures(current: SiteSettings, { institute }: SiteSettings, within: string): void {
  for (const pictureField of ['logo', 'icon'] as const) {
    const pictureAddress = institute[pictureField];
    const isForeignLogo = pictureField === 'logo' && !pictureAddress.startsWith('/');
    if (
      !pictureAddress ||
      pictureAddress === current.institute[pictureField] ||
      isForeignLogo ||
      isUploadedFile(pictureAddress)
    )
      continue;
    const message = `Upload the ${pictureField}, so that its address starts with /uploads/`;
    throw invalidInputError([{ path: `${within}institute.${pictureField}`, message }], message);
  }
}

/** Checks only new addresses. An address that an earlier release stored stays as it is. */
function refuseInsecureSocials(current: SiteSettings, { socials }: SiteSettings, within: string): void {
  const storedAddresses = new Set(current.socials.map(({ url }) => url));
  const message = 'A web address that starts with https://';
  const details = socials.flatMap(({ url }, at) =>
    storedAddresses.has(url) || /^https:\/\//i.test(url)
      ? []
      : [{ path: `${within}socials.${at}.url`, message }],
  );
  if (details.length > 0) throw invalidInputError(details, message);
}

/**
 * Pages, emails and receipts show the name, so it must not be emptied. A new installation has no name until somebody
 * writes one.
 */
function refuseEmptiedName(current: SiteSettings, { institute }: SiteSettings, within: string): void {
  if (institute.name || !current.institute.name) return;
  const message = 'The institute has a name. Write another one, or leave this one';
  throw invalidInputError([{ path: `${within}institute.name`, message }], message);
}

const readOfficeAddress = ({ institute }: SiteSettings): string => institute.emails[0] ?? '';

/** Emails the former address, so that nobody can take over the office's email unnoticed. */
async function queueFormerOfficeMessage(
  tx: Pick<TxCtx, 'em' | 'now' | 'actor'>,
  former: SiteSettings,
  current: SiteSettings,
): Promise<void> {
  const formerOfficeAddress = readOfficeAddress(former);
  const currentAddress = readOfficeAddress(current);
  if (!formerOfficeAddress || formerOfficeAddress.toLowerCase() === currentAddress.toLowerCase()) return;
  const addressChangeData = { to: currentAddress, by: requireAccount(tx).email, at: tx.now().toISOString() };
  await queueEmail(tx, officeMovedMessage.email({ data: addressChangeData, recipient: formerOfficeAddress }));
}

const findChangedPaths = (paths: readonly string[], current: SiteSettings, next: SiteSettings): string[] =>
  paths.filter((path) => !isDeepStrictEqual(readValueAt(current, path), readValueAt(next, path)));

function applyDefaults(stored: Partial<SiteSettings>): { site: SiteSettings; invalid: SiteSection[] } {
  const mergedContent = mergeDefaults(siteDefaults, stored);
  const parsedContent = schema.safeParse(mergedContent);
  if (parsedContent.success) return { site: parsedContent.data, invalid: [] };

  const invalidSections = [...new Set(parsedContent.error.issues.map(({ path }) => path[0] as SiteSection))];
  const defaultSections = Object.fromEntries(
    invalidSections.map((section) => [section, siteDefaults[section]]),
  );
  return { site: schema.parse({ ...mergedContent, ...defaultSections }), invalid: invalidSections };
}

/** Called at the start, because an update or a restored backup is what makes a section invalid. */
export async function warnOfInvalidSite({ em, log }: Pick<Ctx, 'em' | 'log'>): Promise<void> {
  const { invalid } = await getSite({ em });
  if (invalid.length === 0) return;
  log.warn({ sections: invalid }, 'stored sections of the site cannot be read and are not shown');
}
