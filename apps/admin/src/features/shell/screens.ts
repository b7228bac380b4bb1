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
import { contentKeys } from '../../api/content-resources.ts';
import { type AdminResources, contentNeed, useAdminResources } from '../../content/admin-resource.ts';

/** The address of what has parts is that of the first one. Parts without a need have that of the whole. */
export type Part = { to: string; label: string; need?: Need; parts?: Part[] };
export type Screen = Part & { icon: LucideIcon };
type ScreenGroup = { label: string; entries: Screen[] };

export const dashboard: Screen = { to: '/admin', label: 'Dashboard', icon: LayoutDashboard };

const office: Screen[] = [
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
  contentKeys
    .map((key) => ({ to: `/admin/${key}`, need: contentNeed(resources[key]), ...resources[key].menu }))
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
    { label: 'Office', entries: [...listContentScreens(resources, 'Office'), ...office] },
  ];
}

/** Screens that this account may open. Until the account is known, all that are not for owners only. */
export function useScreens(): ScreenGroup[] {
  const { data: own } = admin.account.get.useQuery();
  const isOpen = (need: Need) => (own ? maySee(own, need) : need !== 'owner');
  return useAllScreens()
    .map(({ label, entries }) => ({ label, entries: openParts(entries, isOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

const openParts = <P extends Part>(parts: P[], isOpen: (need: Need) => boolean, need?: Need): P[] =>
  parts.flatMap((part) => {
    const its = part.need ?? need;
    if (!part.parts) return isOpen(its ?? 'account') ? [part] : [];
    const open = openParts(part.parts, isOpen, its);
    return open[0] ? [{ ...part, to: open[0].to, parts: open }] : [];
  });

/** Finds the right that the screen at this address needs, or the nearest screen above it. */
export function findNeed(groups: ScreenGroup[], pathname: string): Need {
  const listScreens = (parts: Part[], above?: Need): { to: string; need: Need }[] =>
    parts.flatMap(({ to, parts: inner, need = above }) =>
      inner ? listScreens(inner, need) : [{ to, need: need ?? 'account' }],
    );
  const above = groups
    .flatMap(({ entries }) => listScreens(entries))
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return above.sort((a, b) => b.to.length - a.to.length)[0]?.need ?? 'account';
}

export const listAddresses = ({ to, parts }: Part): string[] => parts?.flatMap(listAddresses) ?? [to];
