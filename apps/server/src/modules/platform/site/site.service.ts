import { isDeepStrictEqual } from 'node:util';
import { type SiteSettings, siteSettings as schema, type siteChanges } from '@institute/contract';
import { ownerSettings } from '@institute/contract/site.constants';
import { type ReadPart, readPartNames, readParts, siteParts } from '@institute/contract/site-parts.constants';
import { smsLimits } from '@institute/contract/sms-template';
import { toAcronym } from '@institute/contract/text';
import { isUploadedFile } from '@institute/contract/uploads.constants';
import type * as z from 'zod';
import { storeUploadPaths } from '../../../config/upload-addresses.ts';
import { refuseUnconfirmed, refuseUnlessOwner, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { checkMatch, hashValue, makeItemTag } from '../../../database/item-tag.ts';
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

const onlyRow = { limit: 1, orderBy: { id: 'asc' } } as const;

type EditCtx = Pick<Ctx, 'em' | 'content' | 'changes' | 'actor' | 'origin' | 'now' | 'config'>;

type Section = keyof SiteSettings;

export interface SiteItem {
  view: SiteSettings;
  tag: string;
  /** Stored sections that do not fit any more, such as after an update. They show nothing. */
  invalid: Section[];
  /** Parts whose neutral texts nobody has read yet. */
  unread: ReadPart[];
}

/** Stored values override the defaults. */
export async function getSite({ em }: Pick<Ctx, 'em'>): Promise<SiteItem> {
  const [row] = await em.find(SiteEntity, {}, { ...onlyRow, disableIdentityMap: true });
  const { site, invalid } = applyDefaults(row?.content ?? {});
  const view = fillSmsEnding(site);
  // Another release may have other defaults
  const tag = makeItemTag('site', { id: 1, version: row?.version ?? 0 }, hashValue(view));
  return { view, invalid, tag, unread: readPartNames.filter((part) => !row?.readParts.includes(part)) };
}

/** Whether applicants and payers get SMS at all. */
export const isSmsOn = async (ctx: Pick<Ctx, 'em'>): Promise<boolean> =>
  (await getSite(ctx)).view.messages.smsTo !== 'never';

/** Without an ending of its own, an SMS ends with the initials of the institute. */
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

/** A switch that is left out stays as it is. */
type SiteInput = Partial<Omit<SiteSettings, keyof SwitchedSections>> &
  Pick<z.output<typeof siteChanges>, keyof SwitchedSections>;
type SwitchedSections = Pick<SiteSettings, 'newsletter' | 'donations'>;

export const updateSite = (
  ctx: EditCtx,
  sent: SiteInput,
  { ifMatch, within = '' }: UpdateOptions = {},
): Promise<SiteItem> =>
  withContentChange(ctx, async (tx) => {
    await lockSite(tx);
    const input = storeUploadPaths(tx.config, sent);
    const current = await getSite(tx);
    checkMatch(ifMatch, current.tag);
    const { newsletter, donations } = current.view;
    const content: SiteSettings = {
      ...current.view,
      ...input,
      newsletter: { ...newsletter, ...input.newsletter },
      donations: { ...donations, ...input.donations },
    };
    if (isDeepStrictEqual(content, current.view)) return current;
    refuseOwnersOnly(
      tx,
      findChangedPaths(Object.values(ownerSettings).flat(), current.view, content),
      within,
    );
    await refuseOtherSites(tx, current.view, content, within);
    refuseUndrawable(current.view, content, within);
    refuseInsecureSocials(current.view, content, within);
    refuseEmptiedName(current.view, content, within);
    await refuseMissingPages(tx, current.view.menu, content.menu, within);

    const [row] = await tx.em.find(SiteEntity, {}, onlyRow);
    const toStore = { ...removeInitials(content, current.view), ...unreadableError(row, current, content) };
    const read = readPartNames.filter(
      (part) =>
        !current.unread.includes(part) || findChangedPaths(siteParts[part], current.view, content).length > 0,
    );
    if (row) Object.assign(row, { content: toStore, readParts: read });
    else tx.em.create(SiteEntity, { content: toStore, readParts: read });
    await tx.em.flush();
    const changed = await getSite(tx);
    await storeLegalTexts(tx, current.view, changed.view);
    await queueFormerOfficeMessage(tx, current.view, changed.view);
    if (changed.tag !== current.tag) {
      await recordActivity(tx, {
        type: 'update',
        entityType: 'site',
        entityId: null,
        description: `Updated the site: ${Object.keys(input).join(', ')}`,
      });
      await queueEvents(tx, 'content.changed', [{ resource: 'site', id: null, action: 'updated' }]);
    }
    return changed;
  });

/** The whole table, because there may be no row to lock yet. */
export const lockSite = ({ em }: Pick<TxCtx, 'em'>) =>
  em.execute('lock table site in share row exclusive mode');

/** Invalid sections that nobody has written again stay, so that the office loses nothing. */
function unreadableError(
  row: { content: SiteSettings } | undefined,
  { view, invalid }: SiteItem,
  content: SiteSettings,
): Partial<SiteSettings> {
  const unchangedSections = invalid.filter((section) => isDeepStrictEqual(content[section], view[section]));
  return Object.fromEntries(unchangedSections.map((section) => [section, row?.content[section]]));
}

/** An owner has read the texts and leaves them as they are. */
export const markPartRead = (ctx: EditCtx, part: ReadPart): Promise<SiteItem> =>
  withContentChange(ctx, async (tx) => {
    refuseUnlessOwner(tx);
    await lockSite(tx);
    const { view, unread } = await getSite(tx);
    if (!unread.includes(part)) return getSite(tx);
    const [row] = await tx.em.find(SiteEntity, {}, onlyRow);
    const read = readPartNames.filter((one) => one === part || !unread.includes(one));
    if (row) row.readParts = read;
    else tx.em.create(SiteEntity, { content: removeInitials(view, view), readParts: read });
    await tx.em.flush();
    await recordActivity(tx, {
      type: 'update',
      entityType: 'site',
      entityId: null,
      description: `Found the texts of the site right: ${readParts[part]}`,
    });
    return getSite(tx);
  });

/** Refuses visitors where the office has closed the newsletter or donations. */
export async function refuseClosed(ctx: Pick<Ctx, 'em'>, part: keyof SwitchedSections): Promise<void> {
  const { view } = await getSite(ctx);
  if (view[part].isOpen) return;
  const message = closedMessages[part];
  // Forms show the first detail
  throw new AppError('NOT_FOUND', message, { details: [{ path: '', message }] });
}

const closedMessages = {
  newsletter: 'There is no newsletter at the moment.',
  donations: 'Donations are not taken at the moment.',
} satisfies Record<keyof SwitchedSections, string>;

/** Stores the former texts too, because a visitor with an open form may still agree to them. */
async function storeLegalTexts(ctx: Pick<Ctx, 'em' | 'now'>, ...sites: SiteSettings[]): Promise<void> {
  const texts = sites.map(pickLegalTexts);
  if (new Set(texts.map(({ version }) => version)).size === 1) return;
  for (const each of texts) await storeLegalVersion(ctx, each);
}

/** Requires an owner with a recent password. API keys are refused. */
function refuseOwnersOnly(ctx: Pick<Ctx, 'actor' | 'now'>, changed: string[], within: string): void {
  if (changed.length === 0) return;
  if (ctx.actor?.isOwner) {
    refuseUnconfirmed(ctx);
    return;
  }
  const message = 'Only the owner of this site may change this';
  const details = changed.map((path) => ({ path: within + path, message }));
  throw new AppError('FORBIDDEN', message, { details });
}

/** The site draws pictures of its own with logo and icon. A logo of another site is shown, never drawn. */
function refuseUndrawable(current: SiteSettings, { institute }: SiteSettings, within: string): void {
  for (const field of ['logo', 'icon'] as const) {
    const address = institute[field];
    const isShownOnly = field === 'logo' && !address.startsWith('/');
    if (!address || address === current.institute[field] || isShownOnly || isUploadedFile(address)) continue;
    const message = `Upload the ${field}, so that its address starts with /uploads/`;
    throw invalidInputError([{ path: `${within}institute.${field}`, message }], message);
  }
}

/** Only new addresses: one of an earlier release stays, and is shown as it is. */
function refuseInsecureSocials(current: SiteSettings, { socials }: SiteSettings, within: string): void {
  const stored = new Set(current.socials.map(({ url }) => url));
  const message = 'A web address that starts with https://';
  const details = socials.flatMap(({ url }, at) =>
    stored.has(url) || /^https:\/\//i.test(url) ? [] : [{ path: `${within}socials.${at}.url`, message }],
  );
  if (details.length > 0) throw invalidInputError(details, message);
}

/** Pages, emails and papers carry it. A new installation has none until somebody writes it. */
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
  const to = readOfficeAddress(current);
  if (!recipient || recipient.toLowerCase() === to.toLowerCase()) return;
  const addressChange = { to, by: requireAccount(tx).email, at: tx.now().toISOString() };
  await queueEmail(tx, officeMovedMessage.email({ data: addressChange, recipient }));
}

const findChangedPaths = (paths: readonly string[], current: SiteSettings, next: SiteSettings): string[] =>
  paths.filter((path) => !isDeepStrictEqual(readValueAt(current, path), readValueAt(next, path)));

function applyDefaults(stored: Partial<SiteSettings>): { site: SiteSettings; invalid: Section[] } {
  const merged = mergeDefaults(siteDefaults, stored);
  const whole = schema.safeParse(merged);
  if (whole.success) return { site: whole.data, invalid: [] };

  const invalid = [...new Set(whole.error.issues.map(({ path }) => path[0] as Section))];
  const plain = Object.fromEntries(invalid.map((section) => [section, siteDefaults[section]]));
  return { site: schema.parse({ ...merged, ...plain }), invalid };
}

/** Called at the start, because an update or a restored backup is what makes a section invalid. */
export async function warnOfInvalidSite({ em, log }: Pick<Ctx, 'em' | 'log'>): Promise<void> {
  const { invalid } = await getSite({ em });
  if (invalid.length === 0) return;
  log.warn({ sections: invalid }, 'stored sections of the site cannot be read and are not shown');
}
