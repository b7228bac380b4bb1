import type { Program } from '@institute/contract';
import { type ProgramCategory, programCategories } from '@institute/contract/constants';
import { capitalise, formatNumber, formatPrice, scheduleChips } from '@institute/contract/rules';
import { PublishBadge } from '../../admin-ui/form/publishing.tsx';
import { ChipsCell, DateCell, NameCell, PictureCell } from '../../admin-ui/list/cells.tsx';
import { categoryFilter } from '../../admin-ui/list/list-filter.ts';
import type { ContentList } from '../../admin-ui/resource/content-resource.ts';
import { contentWords } from '../../admin-ui/resource/content-words.ts';
import { admin } from '../../api/admin.ts';
import { Badge } from '../../ui/badge.tsx';

export const programWords = contentWords({ one: 'program', many: 'programs' });

export const programList: ContentList<Program, ProgramCategory> = {
  kind: 'program',
  words: programWords,
  api: admin.programs,
  nameOf: ({ name }) => name,
  filter: categoryFilter(programCategories),
  columns: [
    {
      heading: 'Image',
      plain: true,
      cell: ({ imageUrl, imageAlt }) => <PictureCell src={imageUrl} alt={imageAlt} />,
    },
    {
      heading: 'Name',
      plain: true,
      cell: (program) => (
        <div>
          <NameCell>{program.name}</NameCell>
          <PublishBadge item={program} />
        </div>
      ),
    },
    { heading: 'Category', cell: ({ category }) => capitalise(category) },
    { heading: 'Duration', cell: ({ duration }) => duration, className: 'md:min-w-16' },
    { heading: 'Price', cell: ({ price }) => formatPrice(price), className: 'md:whitespace-nowrap' },
    { heading: 'Schedule', cell: ({ schedule }) => <ChipsCell chips={scheduleChips(schedule)} /> },
    {
      heading: 'Is Active',
      cell: ({ isActive }) => <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Yes' : 'No'}</Badge>,
    },
    {
      heading: 'Max Participants',
      cell: ({ maxParticipants }) => (maxParticipants === null ? '–' : formatNumber(maxParticipants)),
    },
    { heading: 'Created', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
    { heading: 'Updated', cell: ({ updatedAt }) => <DateCell value={updatedAt} /> },
  ],
};
