import type { Facility } from '@institute/contract';
import { preview } from '@institute/contract/constants';
import { truncate } from '@institute/contract/rules';
import { DateCell, ListCell, NameCell, PictureCell } from '../../admin-ui/list/cells.tsx';
import type { ContentList } from '../../admin-ui/resource/content-resource.ts';
import { contentWords } from '../../admin-ui/resource/content-words.ts';
import { admin } from '../../api/admin.ts';

export const facilityWords = contentWords({ one: 'facility', many: 'facilities' });

export const facilityList: ContentList<Facility, never> = {
  kind: 'facility',
  words: facilityWords,
  api: admin.facilities,
  nameOf: ({ name }) => name,
  columns: [
    {
      heading: 'Image',
      plain: true,
      cell: ({ imageUrl, imageAlt }) => <PictureCell src={imageUrl} alt={imageAlt} />,
    },
    { heading: 'Name', plain: true, cell: ({ name }) => <NameCell>{name}</NameCell> },
    {
      heading: 'Description',
      cell: ({ description }) => truncate(description, preview.facilityDescription),
      className: 'md:min-w-44',
    },
    { heading: 'Features', cell: ({ features }) => <ListCell items={features} shown={2} /> },
    { heading: 'Equipment', cell: ({ equipment }) => <ListCell items={equipment} shown={2} /> },
    { heading: 'Created', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
    { heading: 'Updated', cell: ({ updatedAt }) => <DateCell value={updatedAt} /> },
  ],
};
