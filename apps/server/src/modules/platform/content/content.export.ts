import { searchText } from '@institute/contract';
import { contentStates } from '@institute/contract/content.constants';
import { formatInstalment, type Instalment } from '@institute/contract/instalments.constants';
import { formatSheetTime } from '@institute/contract/time';
import * as z from 'zod';
import { toColumnHeading } from '../../../exports/column-heading.ts';
import { type CsvCell, declareCsvExport, makeIdPager } from '../../../exports/csv-export.ts';
import type { ContentService, ContractFacts } from './content.service.ts';

const exportInput = z.object({
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

export const declareContentExport = <View extends { id: number }>(
  { key, type, words: [, many], categories, example, need }: ExportedContent,
  service: Pick<ContentService<View, object>, 'batch'>,
  { exported = [], isExported }: ExportOptions<View>,
) =>
  declareCsvExport({
    name: key,
    need,
    entityType: type,
    input: exportInput,
    description: () => `Exported the ${many}`,
    columns: () =>
      ['id', ...Object.keys(example), ...exported, 'createdAt', 'updatedAt'].map((field) => ({
        heading: toColumnHeading(field),
        cell: (view: View) => toExportCell(field, (view as Record<string, unknown>)[field]),
      })),
    batches: makeIdPager((ctx, { q, category = '', status }: z.infer<typeof exportInput>, range) =>
      service.batch(
        ctx,
        { q, status, category: categories.includes(category) ? category : undefined },
        range,
      ),
    ),
    keeps: (view, { category }) => isExported?.(view, category) ?? true,
  });

function toExportCell(field: string, value: unknown): CsvCell {
  if (typeof value === 'string' && field.endsWith('At')) return formatSheetTime(value);
  if (field === 'instalments') return (value as Instalment[]).map(formatInstalment).join('; ');
  if (field === 'asks') return JSON.stringify(value);
  if (Array.isArray(value)) return value.join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
