import type { ApiScope } from '@institute/contract/office.constants';

export const scopeWords: Record<ApiScope, string> = {
  'content:read': 'Read all content, drafts too',
  'content:write': 'Add, change and delete content and pictures, and read any item, drafts too',
  'registrations:read': 'Read registrations, without health information',
  'registrations:write':
    'Change and delete registrations, and read any one of them, without health information',
  'medical:read': 'Read the health information of registrations too',
  'donations:read': 'Read donations',
  'messages:read': 'Read messages',
  'site:write': 'Change the texts of the site, but not where messages, money and visitors go',
};
