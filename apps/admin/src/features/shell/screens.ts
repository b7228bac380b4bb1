import { maySee, type Need, needs } from '@institute/contract/rights.constants';
import {
  Award,
  ClipboardList,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Settings,
  SlidersHorizontal,
  Wallet,
} from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { contentResourceKeys } from '../../api/content-resources.ts';
import { type AdminResources, readContentNeed, useAdminResources } from '../../content/admin-resource.ts';

/**
 * A screen or a part of one. The address of a screen with parts is that of its first part. Parts without a
 * need have the need of the whole screen.
 */
export type ScreenPart = { to: string; label: string; need?: Need; parts?: ScreenPart[] };
export type Screen = ScreenPart & { icon: LucideIcon };
type ScreenGroup = { label: string; entries: Screen[] };

export const dashboardScreen: Screen = { to: '/admin', label: 'Dashboard', icon: LayoutDashboard };

const officeScreens: Screen[] = [
  {
    to: '/admin/messages',
    need: needs.messages,
    label: 'Messages',
    icon: MessageSquareText,
    parts: [
      { to: '/admin/messages', label: 'In' },
      { to: '/admin/mail', label: 'Out' },
    ],
  },
  {
    to: '/admin/fees',
    need: needs.fees,
    label: 'Fees',
    icon: Wallet,
    parts: [
      { to: '/admin/fees', label: 'Accounts' },
      {
        to: '/admin/fees/book',
        label: 'Payments',
        parts: [
          { to: '/admin/fees/book', label: 'Book' },
          { to: '/admin/fees/unassigned', label: 'Unassigned' },
          { to: '/admin/fees/import', label: 'Import' },
        ],
      },
      {
        to: '/admin/fees/takings',
        label: 'The Day',
        parts: [
          { to: '/admin/fees/takings', label: 'Takings' },
          { to: '/admin/fees/closing', label: 'Closing' },
          { to: '/admin/fees/cash-to-bank', label: 'Cash to Bank' },
        ],
      },
      {
        to: '/admin/fees/reconciliation',
        label: 'Check',
        parts: [
          { to: '/admin/fees/reconciliation', label: 'Reconciliation' },
          { to: '/admin/fees/control', label: 'Control', need: 'owner' },
          { to: '/admin/fees/prices', label: 'Prices' },
        ],
      },
    ],
  },
  { to: '/admin/certificates', label: 'Certificates', need: needs.certificates, icon: Award },
  { to: '/admin/donations', label: 'Donations', need: needs.donations, icon: HandCoins },
  {
    to: '/admin/newsletter',
    need: needs.newsletter,
    label: 'Newsletter',
    icon: Megaphone,
    parts: [
      { to: '/admin/newsletter', label: 'Subscribers' },
      { to: '/admin/newsletter/campaigns', label: 'Newsletters' },
    ],
  },
  { to: '/admin/site', label: 'Site', need: needs.site, icon: SlidersHorizontal },
  {
    to: '/admin/accounts',
    label: 'Settings',
    icon: Settings,
    parts: [
      {
        to: '/admin/accounts',
        label: 'Accounts',
        parts: [
          { to: '/admin/accounts', label: 'All Accounts', need: needs.accounts },
          { to: '/admin/accounts/password', label: 'Your Password' },
          { to: '/admin/accounts/two-step', label: 'Two-Step Sign-In' },
          { to: '/admin/accounts/sessions', label: 'Your Sessions' },
          { to: '/admin/accounts/personal-data', label: 'Personal Data', need: needs.personalData },
        ],
      },
      { to: '/admin/media', label: 'Media', need: needs.content },
      { to: '/admin/redirects', label: 'Redirects', need: needs.redirects },
      { to: '/admin/import', label: 'Import', need: needs.imports },
      { to: '/admin/trash', label: 'Trash' },
      { to: '/admin/activity', label: 'Activity', need: needs.activity },
      {
        to: '/admin/api-keys',
        label: 'Technical',
        parts: [
          { to: '/admin/api-keys', label: 'API Keys', need: needs.apiKeys },
          { to: '/admin/webhooks', label: 'Webhooks', need: needs.webhooks },
          { to: '/admin/about', label: 'About this installation', need: needs.installation },
        ],
      },
    ],
  },
];

const listContentScreens = (resources: AdminResources, group: 'System' | 'Office'): Screen[] =>
  contentResourceKeys
    .map((key) => ({ to: `/admin/${key}`, need: readContentNeed(resources[key]), ...resources[key].menu }))
    .filter((entry) => (entry.group ?? 'System') === group)
    .sort((a, b) => a.order - b.order);

export function useAllScreens(): ScreenGroup[] {
  const resources = useAdminResources();
  return [
    { label: 'System', entries: listContentScreens(resources, 'System') },
    {
      label: 'Registrations',
      entries: [
        {
          to: '/admin/registrations',
          need: needs.readRegistrations,
          label: 'View Users',
          icon: ClipboardList,
        },
      ],
    },
    { label: 'Office', entries: [...listContentScreens(resources, 'Office'), ...officeScreens] },
  ];
}

/** Screens that this account may open. Until the account is known, all that are not for owners only. */
export function useAllowedScreens(): ScreenGroup[] {
  const { data: own } = admin.account.get.useQuery();
  const isNeedGranted = (need: Need) => (own ? maySee(own, need) : need !== 'owner');
  return useAllScreens()
    .map(({ label, entries }) => ({ label, entries: listAllowedParts(entries, isNeedGranted) }))
    .filter(({ entries }) => entries.length > 0);
}

const listAllowedParts = <P extends ScreenPart>(
  parts: P[],
  isOpen: (need: Need) => boolean,
  need?: Need,
): P[] =>
  parts.flatMap((part) => {
    const needOfPart = part.need ?? need;
    if (!part.parts) return isOpen(needOfPart ?? 'account') ? [part] : [];
    const allowedParts = listAllowedParts(part.parts, isOpen, needOfPart);
    return allowedParts[0] ? [{ ...part, to: allowedParts[0].to, parts: allowedParts }] : [];
  });

/**
 * Finds the right that the screen at this address needs. An address without a screen has the need of the
 * screen above it.
 */
export function findNeedOfPath(groups: ScreenGroup[], pathname: string): Need {
  const listPathsWithNeeds = (parts: ScreenPart[], above?: Need): { to: string; need: Need }[] =>
    parts.flatMap(({ to, parts: inner, need = above }) =>
      inner ? listPathsWithNeeds(inner, need) : [{ to, need: need ?? 'account' }],
    );
  const matchingScreens = groups
    .flatMap(({ entries }) => listPathsWithNeeds(entries))
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return matchingScreens.sort((a, b) => b.to.length - a.to.length)[0]?.need ?? 'account';
}

export const listAddresses = ({ to, parts }: ScreenPart): string[] => parts?.flatMap(listAddresses) ?? [to];
