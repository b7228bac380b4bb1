import { isDeepStrictEqual } from 'node:util';
import { type SiteSettings, siteSettings as schema, type siteChanges } from '@institute/contract';
import { ownerSettings } from '@institute/contract/site.constants';
import {
  partsToRead,
  type ReadPart,
  readPartNames,
  siteParts,
} from '@institute/contract/site-parts.constants';
import { smsLimits } from '@institute/contract/sms-template';
import { toAcronym } from '@institute/contract/text';
import { isUploadedFile } from '@institute/contract/uploads.constants';
import type * as z from 'zod';
import { storeUploadPaths } from '../../../config/upload-addresses.ts';
import { refuseUnconfirmed, refuseUnlessOwner, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { checkTagMatch, hashValue, makeItemTag } from '../../../database/item-tag.ts';
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
  unread: ReadPart[];
}

/** Reads the settings. Stored values override the defaults. */
export async function getSite({ em }: Pick<Ctx, 'em'>): Promise<SiteItem> {
  const [row] = await em.find(SiteEntity, {}, { ...onlyRowOptions, disableIdentityMap: true });
  const { site, invalid } = applyDefaults(row?.content ?? {});
  const filledView = fillSmsEnding(site);
  // The hash is part of the tag, because another release may have other defaults
  const tag = makeItemTag('site', { id: 1, version: row?.version ?? 0 }, hashValue(filledView));
  return {
    view: filledView,
    invalid,
    tag,
    unread: readPartNames.filter((part) => !row?.readParts.includes(part)),
  };
}

/** True when applicants and payers may get SMS at all. */
export const isSmsOn = async (ctx: Pick<Ctx, 'em'>): Promise<boolean> =>
  (await getSite(ctx)).view.messages.smsTo !== 'never';

/** An SMS ends with the initials of the institute unless the office has set another ending. */
function fillSmsEnding({ messages, ...site }: SiteSettings): SiteSettings {
  const smsEnding = messages.smsEnding || toInitials(site);
  return { ...site, messages: { ...messages, smsEnding } };
}

/** Initials are not stored as an ending, so that it follows the institute's name. */
function removeInitials({ messages, ...site }: SiteSettings, current: SiteSettings): SiteSettings {
  const smsEnding = messages.smsEnding === toInitials(current) ? '' : messages.smsEnding;
  return { ...site, messages: { ...messages, smsEnding } };
}

const toInitials = ({ institute }: Pick<SiteSettings, 'institute'>): string =>
  toAcronym(institute.name).slice(0, smsLimits.ending);

interface UpdateOptions {
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
  { ifMatch, within = '' }: UpdateOptions = {},
): Promise<SiteItem> =>
  withContentChange(ctx, async (tx) => {
    await lockSite(tx);
    const input = storeUploadPaths(tx.config, sent);
    const current = await getSite(tx);
    checkTagMatch(ifMatch, current.tag);
    const { newsletter, donations } = current.view;
    const content: SiteSettings = {
      ...current.view,
      ...input,
      newsletter: { ...newsletter, ...input.newsletter },
      donations: { ...donations, ...input.donations },
    };
    if (isDeepStrictEqual(content, current.view)) return current;
    refuseOwnerSettings(
      tx,
      findChangedPaths(Object.values(ownerSettings).flat(), current.view, content),
      within,
    );
    await refuseOtherSites(tx, current.view, content, within);
    refuseUndrawablePictures(current.view, content, within);
    refuseInsecureSocials(current.view, content, within);
    refuseEmptiedName(current.view, content, within);
    await refuseMissingPages(tx, current.view.menu, content.menu, within);

    const [row] = await tx.em.find(SiteEntity, {}, onlyRowOptions);
    const storedContent = {
      ...removeInitials(content, current.view),
      ...keepUnreadableSections(row, current, content),
    };
    const newReadParts = readPartNames.filter(
      (part) =>
        !current.unread.includes(part) || findChangedPaths(siteParts[part], current.view, content).length > 0,
    );
    if (row) Object.assign(row, { content: storedContent, readParts: newReadParts });
    else tx.em.create(SiteEntity, { content: storedContent, readParts: newReadParts });
    await tx.em.flush();
    const changedSite = await getSite(tx);
    await storeLegalTexts(tx, current.view, changedSite.view);
    await queueFormerOfficeMessage(tx, current.view, changedSite.view);
    if (changedSite.tag !== current.tag) {
      await recordActivity(tx, {
        type: 'update',
        entityType: 'site',
        entityId: null,
        description: `Updated the site: ${Object.keys(input).join(', ')}`,
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
export const markPartRead = (ctx: SiteEditCtx, part: ReadPart): Promise<SiteItem> =>
  withContentChange(ctx, async (tx) => {
    refuseUnlessOwner(tx);
    await lockSite(tx);
    const { view, unread } = await getSite(tx);
    if (!unread.includes(part)) return getSite(tx);
    const [row] = await tx.em.find(SiteEntity, {}, onlyRowOptions);
    const read = readPartNames.filter((one) => one === part || !unread.includes(one));
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
  const message = closedMessages[part];
  // Forms show the first detail
  throw new AppError('NOT_FOUND', message, { details: [{ path: '', message }] });
}

const closedMessages = {
  newsletter: 'There is no newsletter at the moment.',
  donations: 'Donations are not taken at the moment.',
} satisfies Record<keyof SectionsWithSwitch, string>;

/** Stores the former texts too, because a visitor with an open form may still agree to them. */
async function storeLegalTexts(ctx: Pick<Ctx, 'em' | 'now'>, ...sites: SiteSettings[]): Promise<void> {
  const texts = sites.map(pickLegalTexts);
  if (new Set(texts.map(({ version }) => version)).size === 1) return;
  for (const legalTexts of texts) await storeLegalVersion(ctx, legalTexts);
}

/** Refuses the changed settings unless an owner has typed the password recently. API keys are always refused. */
function refuseOwnerSettings(ctx: Pick<Ctx, 'actor' | 'now'>, changed: string[], within: string): void {
  if (changed.length === 0) return;
  if (ctx.actor?.isOwner) {
    refuseUnconfirmed(ctx);
    return;
  }
  const message = 'Only the owner of this site may change this';
  const details = changed.map((path) => ({ path: within + path, message }));
  throw new AppError('FORBIDDEN', message, { details });
}

/**
 * The server draws the icon, and a logo of this site, into other pictures, so they must be uploads. A logo of another
 * site is only shown.
 */
function refuseUndrawablePictures(current: SiteSettings, { institute }: SiteSettings, within: string): void {
  for (const field of ['logo', 'icon'] as const) {
    const address = institute[field];
    const isForeignLogo = field === 'logo' && !address.startsWith('/');
    if (!address || address === current.institute[field] || isForeignLogo || isUploadedFile(address))
      continue;
    const message = `Upload the ${field}, so that its address starts with /uploads/`;
    throw invalidInputError([{ path: `${within}institute.${field}`, message }], message);
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
  const recipient = readOfficeAddress(former);
  const currentAddress = readOfficeAddress(current);
  if (!recipient || recipient.toLowerCase() === currentAddress.toLowerCase()) return;
  const addressChange = { to: currentAddress, by: requireAccount(tx).email, at: tx.now().toISOString() };
  await queueEmail(tx, officeMovedMessage.email({ data: addressChange, recipient }));
}

const findChangedPaths = (paths: readonly string[], current: SiteSettings, next: SiteSettings): string[] =>
  paths.filter((path) => !isDeepStrictEqual(readValueAt(current, path), readValueAt(next, path)));

function applyDefaults(stored: Partial<SiteSettings>): { site: SiteSettings; invalid: SiteSection[] } {
  const mergedContent = mergeDefaults(siteDefaults, stored);
  const parsedContent = schema.safeParse(mergedContent);
  if (parsedContent.success) return { site: parsedContent.data, invalid: [] };

  const invalid = [...new Set(parsedContent.error.issues.map(({ path }) => path[0] as SiteSection))];
  const defaultSections = Object.fromEntries(invalid.map((section) => [section, siteDefaults[section]]));
  return { site: schema.parse({ ...mergedContent, ...defaultSections }), invalid };
}

/** Called at the start, because an update or a restored backup is what makes a section invalid. */
export async function warnOfInvalidSite({ em, log }: Pick<Ctx, 'em' | 'log'>): Promise<void> {
  const { invalid } = await getSite({ em });
  if (invalid.length === 0) return;
  log.warn({ sections: invalid }, 'stored sections of the site cannot be read and are not shown');
}
