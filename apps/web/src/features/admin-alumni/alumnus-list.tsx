import type { Alumnus } from '@institute/contract';
import { type AlumniCategory, alumniCategories } from '@institute/contract/constants';
import { capitalise } from '@institute/contract/rules';
import { ChipsCell, DateCell, NameCell, PictureCell } from '../../admin-ui/list/cells.tsx';
import { categoryFilter } from '../../admin-ui/list/list-filter.ts';
import type { ContentList } from '../../admin-ui/resource/content-resource.ts';
import { contentWords } from '../../admin-ui/resource/content-words.ts';
import { admin } from '../../api/admin.ts';

export const alumniWords = contentWords({ one: 'alumni', many: 'alumni' });

export const alumniList: ContentList<Alumnus, AlumniCategory> = {
  kind: 'alumni',
  words: alumniWords,
  api: admin.alumni,
  nameOf: ({ name }) => name,
  filter: categoryFilter(alumniCategories),
  columns: [
    {
      heading: 'Image',
      plain: true,
      cell: ({ image, imageAlt, name }) => <PictureCell src={image} alt={imageAlt ?? name} />,
    },
    { heading: 'Name', plain: true, cell: ({ name }) => <NameCell>{name}</NameCell> },
    { heading: 'Position', cell: ({ position }) => position, className: 'md:min-w-20' },
    { heading: 'Current Team', cell: ({ currentTeam }) => currentTeam ?? '–', className: 'md:min-w-20' },
    { heading: 'Graduation Year', cell: ({ graduationYear }) => graduationYear },
    { heading: 'Category', cell: ({ category }) => capitalise(category) },
    { heading: 'Achievements', cell: ({ achievements }) => <ChipsCell chips={achievements} /> },
    { heading: 'Created At', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
    { heading: 'Updated At', cell: ({ updatedAt }) => <DateCell value={updatedAt} /> },
  ],
};
