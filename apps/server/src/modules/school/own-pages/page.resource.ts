import { pageResource } from '@institute/contract';
import { checkPageNames } from '@institute/contract/addresses.constants';
import { ownPagesFolder } from '@institute/contract/pages.constants';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { parsePublishAt } from '../../platform/content/publishing.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { PageEntity } from './page.entity.ts';
import { findFreePath, refuseSiteAddress, refuseTakenPath } from './page-path.service.ts';

export const ownPagesResource = declareContentResource({
  contract: pageResource,
  entity: PageEntity,
  title: 'title',
  images: ['imageUrl'],
  html: ['content'],
  page: ownPagesFolder,
  slug: 'path',
  listedOn: [],
  drafts: true,
  versions: true,
  summary: {
    conditions: ({ path, inMenu }: { path?: string; inMenu?: boolean }) => ({
      ...(path !== undefined && { path }),
      ...(inMenu !== undefined && { inMenu }),
    }),
  },
  order: 'position',
  incomplete: [
    {
      one: 'has the address of a check page',
      many: 'pages have the address of a check page',
      hint: 'Visitors may take it for the page that proves a paper. Give it another address.',
      where: (table) => `${table}.path ~ '^(${checkPageNames.join('|')})(-.*[0-9].*)?$'`,
    },
  ],
  prepare: async (input, row, tx) => {
    // A title stands in the menu of every page, so that foreign words in it would show on all of them
    if (input.title !== row?.title) await refuseForeignWords(tx, [input.title]);
    const publicationFields = parsePublishAt(input);
    if (publicationFields.path || (row && publicationFields.path === undefined)) return publicationFields;
    return {
      ...publicationFields,
      path: await findFreePath(tx, publicationFields.title ?? row?.title ?? '', row?.id),
    };
  },
  afterChange: async ({ action, row, before }, tx) => {
    if (action === 'deleted' || row.path === before?.path) return;
    refuseSiteAddress(row);
    await refuseTakenPath(tx, row);
  },
});
