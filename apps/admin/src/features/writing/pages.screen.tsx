import { type Page, type PageSummary, pageInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { pageFolder } from '@institute/contract/pages.constants';
import { admin } from '../../api/admin.ts';
import { makeFields, required, stackFields } from '../../content/content-fields.tsx';
import { contentPage } from '../../content/content-page.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { PublishBadge, publishingLabels, stateFilter, withPublishTime } from '../../content/publishing.tsx';
import { ContentField } from '../../editor/content-field.tsx';
import { makeForm } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { imageColumn, makeDateColumn, nameColumn } from '../../lists/cells.tsx';
import { previousRowsOption } from '../../lists/list-search.ts';

const schema = withPublishTime(pageInput);
type Values = (typeof schema)['_zod']['input'];

const labels = {
  title: 'Title',
  path: 'Address',
  content: 'Content',
  ...imageLabels,
  inMenu: 'In the menu',
  position: 'Position',
  ...publishingLabels,
};
const { text, number, toggle, image } = makeFields<Values>(labels);

const form = {
  api: admin.pages,
  labels,
  drafts: admin.pages,
  states: publishStatuses,
  ...makeForm(schema, () => ({ inMenu: false, position: 0, status: 'published' as const, publishAt: null })),
  fields: stackFields(
    text('title', required),
    <ContentField<Values> name="content" label={labels.content} />,
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

export const PagePage = contentPage<Page, typeof schema>('pages', form);

export const PagesScreen = contentScreen<Page, typeof schema, never, PageSummary>('pages', {
  list: {
    useRows: (query) => admin.pages.list.useQuery(query, previousRowsOption),
    nameOf: ({ title }) => title,
    secondFilter: stateFilter(publishStatuses),
    columns: [
      imageColumn,
      nameColumn('title', labels.title, (page: PageSummary) => <PublishBadge item={page} />),
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
