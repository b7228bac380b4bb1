import { searchText } from '@institute/contract';
import { contentStates } from '@institute/contract/content.constants';
import { type Instalment, instalmentText } from '@institute/contract/instalments.constants';
import { sheetTime } from '@institute/contract/time';
import * as z from 'zod';
import { columnHeading } from '../../../exports/column-heading.ts';
import { type Cell, csvExport, pageById } from '../../../exports/csv-export.ts';
import type { ContentService, ContractFacts } from './content.service.ts';

const input = z.object({
  q: searchText.optional(),
  category: z.string().max(50).optional(),
  status: z.enum(contentStates).optional(),
});

export interface ExportedContent extends Pick<ContractFacts, 'key' | 'type' | 'need'> {
  words: readonly [one: string, many: string];
  categories: readonly string[];
  example: object;
}

interface ExportOptions<View> {
  exported?: readonly string[];
  isExported?(view: View, category: string | undefined): boolean;
}

export const contentExport = <View extends { id: number }>(
  { key, type, words: [, many], categories, example, need }: ExportedContent,
  service: Pick<ContentService<View, object>, 'batch'>,
  { exported = [], isExported }: ExportOptions<View>,
) =>
  csvExport({
    name: key,
    need,
    entityType: type,
    input,
    description: () => `Exported the ${many}`,
    columns: () =>
      ['id', ...Object.keys(example), ...exported, 'createdAt', 'updatedAt'].map((field) => ({
        heading: columnHeading(field),
        cell: (view: View) => toExportCell(field, (view as Record<string, unknown>)[field]),
      })),
    batches: pageById((ctx, { q, category = '', status }: z.infer<typeof input>, range) =>
      service.batch(
        ctx,
        { q, status, category: categories.includes(category) ? category : undefined },
        range,
      ),
    ),
    keeps: (view, { category }) => isExported?.(view, category) ?? true,
  });

function toExportCell(field: string, value: unknown): Cell {
  if (typeof value === 'string' && field.endsWith('At')) return sheetTime(value);
  if (field === 'instalments') return (value as Instalment[]).map(instalmentText).join('; ');
  if (Array.isArray(value)) return value.join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
