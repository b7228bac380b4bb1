import {
  ClipboardList,
  FileImage,
  HandCoins,
  History,
  Info,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Plug,
  Send,
  SlidersHorizontal,
  Trash2,
  Webhook,
} from 'lucide-react';
import { type AdminResources, useAdminResources } from '../../content/admin-resource.ts';
import { contentKeys } from '../../content/content-resources.ts';

export type Screen = { to: string; label: string; icon: LucideIcon };
type ScreenGroup = { label: string; entries: Screen[] };

export const dashboard: Screen = { to: '/admin', label: 'Dashboard', icon: LayoutDashboard };

const office: Screen[] = [
  { to: '/admin/messages', label: 'Messages', icon: MessageSquareText },
  { to: '/admin/donations', label: 'Donations', icon: HandCoins },
  { to: '/admin/newsletter', label: 'Newsletter', icon: Megaphone },
  { to: '/admin/mail', label: 'Messages Out', icon: Send },
  { to: '/admin/site', label: 'Site', icon: SlidersHorizontal },
  { to: '/admin/media', label: 'Media', icon: FileImage },
  { to: '/admin/accounts', label: 'Accounts', icon: KeyRound },
  { to: '/admin/api-keys', label: 'API Keys', icon: Plug },
  { to: '/admin/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/admin/activity', label: 'Activity', icon: History },
  { to: '/admin/trash', label: 'Trash', icon: Trash2 },
  { to: '/admin/about', label: 'About', icon: Info },
];

const contentScreens = (resources: AdminResources, group: 'System' | 'Office'): Screen[] =>
  contentKeys
    .map((key) => ({ to: `/admin/${key}`, ...resources[key].menu }))
    .filter((entry) => (entry.group ?? 'System') === group)
    .sort((a, b) => a.order - b.order)
    .map(({ to, label, icon }) => ({ to, label, icon }));

export function useScreens(): ScreenGroup[] {
  const resources = useAdminResources();
  return [
    { label: 'System', entries: contentScreens(resources, 'System') },
    {
      label: 'Registrations',
      entries: [{ to: '/admin/registrations', label: 'View Users', icon: ClipboardList }],
    },
    { label: 'Office', entries: [...contentScreens(resources, 'Office'), ...office] },
  ];
}
