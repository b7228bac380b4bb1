import type { Facility } from '@institute/contract';
import { preview } from '@institute/contract/constants';
import { truncate } from '@institute/contract/rules';
import { admin } from '../../api/admin.ts';
import { ChipsCell, DateCell, NameCell, PictureCell } from '../admin-content/cells.tsx';
import type { ContentList } from '../admin-content/content-resource.ts';
import { contentWords } from '../admin-content/content-words.ts';

export const facilityWords = contentWords({ one: 'facility', many: 'facilities' });

export const facilityList: ContentList<Facility, never> = {
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
      className: 'md:min-w-52',
    },
    { heading: 'Features', cell: ({ features }) => <ChipsCell chips={features} /> },
    { heading: 'Equipment', cell: ({ equipment }) => <ChipsCell chips={equipment} /> },
    { heading: 'Created', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
    { heading: 'Updated', cell: ({ updatedAt }) => <DateCell value={updatedAt} /> },
  ],
};
