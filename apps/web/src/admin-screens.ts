import type { ComponentType } from 'react';
import * as resources from './admin-resources.ts';
import type { AdminResources, ContentScreenProps } from './admin-ui/resource/admin-resource.ts';
import type { ResourceWords } from './admin-ui/resource-words.ts';
import { type ContentType, contentTypes, isContentKey } from './api/content-resources.ts';
import type { OfficeScreen, ScreenName } from './api/screen-names.ts';

type LoadedScreen = { title: string } & (
  | { Office: ComponentType }
  | { Content: ComponentType<ContentScreenProps>; kind: ContentType; words: ResourceWords }
);

const contents: AdminResources = resources;

/** The screens of the office that need nothing from the address, one line each. */
const office: Record<OfficeScreen, { title: string; load: () => Promise<ComponentType> }> = {
  about: {
    title: 'About this installation',
    load: async () => (await import('./features/admin-installation/installation-page.tsx')).InstallationPage,
  },
  accounts: {
    title: 'Accounts',
    load: async () => (await import('./features/admin-accounts/accounts-page.tsx')).AccountsPage,
  },
  'api-keys': {
    title: 'API Keys',
    load: async () => (await import('./features/admin-api-keys/api-keys-page.tsx')).ApiKeysPage,
  },
  mail: {
    title: 'Mail',
    load: async () => (await import('./features/admin-emails/emails-page.tsx')).EmailsPage,
  },
  webhooks: {
    title: 'Webhooks',
    load: async () => (await import('./features/admin-webhooks/webhooks-page.tsx')).WebhooksPage,
  },
};

export async function loadScreen(name: ScreenName): Promise<LoadedScreen> {
  if (!isContentKey(name)) {
    const { title, load } = office[name];
    return { title, Office: await load() };
  }
  const { words, title = words.heading, screen } = contents[name];
  return { title, words, kind: contentTypes[name], Content: (await screen()).default };
}
