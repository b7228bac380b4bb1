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
import { type AdminResources, useAdminResources } from '../../content/admin-resource.ts';

/** The address of what has parts is that of the first one. */
export type Part = { to: string; label: string; parts?: Part[]; isForOwners?: true };
export type Screen = Part & { icon: LucideIcon };
type ScreenGroup = { label: string; entries: Screen[] };

export const dashboard: Screen = { to: '/admin', label: 'Dashboard', icon: LayoutDashboard };

const office: Screen[] = [
  {
    to: '/admin/messages',
    label: 'Messages',
    icon: MessageSquareText,
    parts: [
      { to: '/admin/messages', label: 'In' },
      { to: '/admin/mail', label: 'Out' },
    ],
  },
  {
    to: '/admin/fees',
    label: 'Fees',
    icon: Wallet,
    parts: [
      { to: '/admin/fees', label: 'Accounts' },
      { to: '/admin/fees/unassigned', label: 'Unassigned' },
      { to: '/admin/fees/book', label: 'Book' },
      { to: '/admin/fees/import', label: 'Import' },
      { to: '/admin/fees/takings', label: 'Takings' },
      { to: '/admin/fees/closing', label: 'Closing' },
      { to: '/admin/fees/control', label: 'Control', isForOwners: true },
    ],
  },
  { to: '/admin/certificates', label: 'Certificates', icon: Award },
  { to: '/admin/donations', label: 'Donations', icon: HandCoins },
  {
    to: '/admin/newsletter',
    label: 'Newsletter',
    icon: Megaphone,
    parts: [
      { to: '/admin/newsletter', label: 'Subscribers' },
      { to: '/admin/newsletter/campaigns', label: 'Newsletters' },
    ],
  },
  { to: '/admin/site', label: 'Site', icon: SlidersHorizontal },
  {
    to: '/admin/accounts',
    label: 'Settings',
    icon: Settings,
    parts: [
      {
        to: '/admin/accounts',
        label: 'Accounts',
        parts: [
          { to: '/admin/accounts', label: 'All Accounts', isForOwners: true },
          { to: '/admin/accounts/password', label: 'Your Password' },
          { to: '/admin/accounts/two-step', label: 'Two-Step Sign-In' },
          { to: '/admin/accounts/sessions', label: 'Your Sessions' },
          { to: '/admin/accounts/personal-data', label: 'Personal Data', isForOwners: true },
        ],
      },
      { to: '/admin/media', label: 'Media' },
      { to: '/admin/redirects', label: 'Redirects' },
      { to: '/admin/trash', label: 'Trash' },
      { to: '/admin/activity', label: 'Activity' },
      {
        to: '/admin/api-keys',
        label: 'Technical',
        isForOwners: true,
        parts: [
          { to: '/admin/api-keys', label: 'API Keys' },
          { to: '/admin/webhooks', label: 'Webhooks' },
          { to: '/admin/about', label: 'About this installation' },
        ],
      },
    ],
  },
];

const contentScreens = (resources: AdminResources, group: 'System' | 'Office'): Screen[] =>
  contentKeys
    .map((key) => ({ to: `/admin/${key}`, ...resources[key].menu }))
    .filter((entry) => (entry.group ?? 'System') === group)
    .sort((a, b) => a.order - b.order)
    .map(({ to, label, icon }) => ({ to, label, icon }));

export function useScreens(): ScreenGroup[] {
  const resources = useAdminResources();
  const { data: own } = admin.account.get.useQuery();
  const allowed = office.filter(({ to }) => to !== '/admin/fees' || own?.mayKeepFees !== false);
  return [
    { label: 'System', entries: contentScreens(resources, 'System') },
    {
      label: 'Registrations',
      entries: [{ to: '/admin/registrations', label: 'View Users', icon: ClipboardList }],
    },
    { label: 'Office', entries: [...contentScreens(resources, 'Office'), ...allowed] },
  ];
}

/** Returns the parts that this account may open. */
export function useOpenParts() {
  const { data: own } = admin.account.get.useQuery();
  return ({ parts }: Part) => parts?.filter(({ isForOwners }) => !isForOwners || own?.isOwner);
}

export const listAddresses = ({ to, parts }: Part): string[] => parts?.flatMap(listAddresses) ?? [to];
