import { type Page, type PageSummary, pageInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { ownPagesFolder } from '@institute/contract/pages.constants';
import { admin } from '../../api/admin.ts';
import { makeFieldComponents, putFieldsInOneColumn, requiredProps } from '../../content/content-fields.tsx';
import { makeContentPage } from '../../content/content-page.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import {
  makeStateFilter,
  PublishBadge,
  publishingLabels,
  requirePublishTime,
} from '../../content/publishing.tsx';
import { ContentField } from '../../editor/content-field.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { imageColumn, makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';

const pageSchema = requirePublishTime(pageInput);
type PageValues = (typeof pageSchema)['_zod']['input'];

const pageFieldLabels = {
  title: 'Title',
  path: 'Address',
  content: 'Content',
  ...imageLabels,
  inMenu: 'In the menu',
  position: 'Position',
  ...publishingLabels,
};
const { text, number, toggle, image } = makeFieldComponents<PageValues>(pageFieldLabels);

const form = {
  api: admin.pages,
  labels: pageFieldLabels,
  drafts: admin.pages,
  states: publishStatuses,
  ...makeFormDefinition(pageSchema, () => ({
    inMenu: false,
    position: 0,
    status: 'published' as const,
    publishAt: null,
  })),
  fields: putFieldsInOneColumn(
    text('title', requiredProps),
    <ContentField<PageValues> name="content" label={pageFieldLabels.content} />,
    image('imageUrl', 'imageAlt'),
  ),
  page: {
    settings: putFieldsInOneColumn(
      text('path', { hint: `What follows ${ownPagesFolder}/. Made from the title when it is empty.` }),
      toggle('inMenu'),
      number('position', { hint: 'Pages with a lower number come first in the menu.', min: 0, step: 1 }),
    ),
    viewPath: ({ path }: Page) => `${ownPagesFolder}/${path}`,
  },
};

export const PagePage = makeContentPage<Page, typeof pageSchema>('pages', form);

export const PagesScreen = makeContentScreen<Page, typeof pageSchema, never, PageSummary>('pages', {
  list: {
    useRows: (query) => admin.pages.list.useQuery(query, keepPreviousRowsOption),
    nameOf: ({ title }) => title,
    secondFilter: makeStateFilter(publishStatuses),
    columns: [
      imageColumn,
      makeNameColumn('title', pageFieldLabels.title, (page: PageSummary) => <PublishBadge item={page} />),
      {
        heading: pageFieldLabels.path,
        phone: 'text',
        sort: 'path',
        cell: ({ path }) => `${ownPagesFolder}/${path}`,
        isText: true,
      },
      {
        heading: pageFieldLabels.inMenu,
        phone: 'fact',
        cell: ({ inMenu }) => (inMenu ? 'In the menu' : '–'),
      },
      { heading: pageFieldLabels.position, sort: 'position', cell: ({ position }) => position },
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form,
});
