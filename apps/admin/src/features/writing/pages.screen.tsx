import { type Page, type PageSummary, pageInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { pageFolder } from '@institute/contract/pages.constants';
import { admin } from '../../api/admin.ts';
import { makeFields, requiredProps, stackFields } from '../../content/content-fields.tsx';
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

const schema = requirePublishTime(pageInput);
type PageValues = (typeof schema)['_zod']['input'];

const labels = {
  title: 'Title',
  path: 'Address',
  content: 'Content',
  ...imageLabels,
  inMenu: 'In the menu',
  position: 'Position',
  ...publishingLabels,
};
const { text, number, toggle, image } = makeFields<PageValues>(labels);

const form = {
  api: admin.pages,
  labels,
  drafts: admin.pages,
  states: publishStatuses,
  ...makeFormDefinition(schema, () => ({
    inMenu: false,
    position: 0,
    status: 'published' as const,
    publishAt: null,
  })),
  fields: stackFields(
    text('title', requiredProps),
    <ContentField<PageValues> name="content" label={labels.content} />,
    image('imageUrl', 'imageAlt'),
  ),
  page: {
    settings: stackFields(
      text('path', { hint: `What follows ${pageFolder}/. Made from the title when it is empty.` }),
      toggle('inMenu'),
      number('position', { hint: 'Pages with a lower number come first in the menu.', min: 0, step: 1 }),
    ),
    viewPath: ({ path }: Page) => `${pageFolder}/${path}`,
  },
};

export const PagePage = makeContentPage<Page, typeof schema>('pages', form);

export const PagesScreen = makeContentScreen<Page, typeof schema, never, PageSummary>('pages', {
  list: {
    useRows: (query) => admin.pages.list.useQuery(query, keepPreviousRowsOption),
    nameOf: ({ title }) => title,
    secondFilter: makeStateFilter(publishStatuses),
    columns: [
      imageColumn,
      makeNameColumn('title', labels.title, (page: PageSummary) => <PublishBadge item={page} />),
      {
        heading: labels.path,
        phone: 'text',
        sort: 'path',
        cell: ({ path }) => `${pageFolder}/${path}`,
        isText: true,
      },
      { heading: labels.inMenu, phone: 'fact', cell: ({ inMenu }) => (inMenu ? 'In the menu' : '–') },
      { heading: labels.position, sort: 'position', cell: ({ position }) => position },
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form,
});
