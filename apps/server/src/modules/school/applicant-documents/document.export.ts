import { documentExportInput, type Registration } from '@institute/contract';
import type { Ask } from '@institute/contract/asks.constants';
import { countItems } from '@institute/contract/count-items';
import { joinFullName } from '@institute/contract/registration-fields.constants';
import { needs } from '@institute/contract/rights.constants';
import { notFoundError } from '../../../errors.ts';
import { declareCsvExport, type ExportColumn, makeIdPager } from '../../../exports/csv-export.ts';
import { int, listIds, readRows, text } from '../../../sql.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { findRegistrationBatch } from '../registrations/registration-list.service.ts';
import { DOCUMENT_PAGES_TABLE, type GivenAnswerRow } from './applicant-document.entity.ts';
import { readAsksOfRegistrations } from './asked-documents.service.ts';

interface ExportedRow {
  registration: Registration;
  given: ReadonlyMap<string, GivenAnswerRow>;
  pages: ReadonlyMap<string, number>;
}

const registrationPager = makeIdPager(findRegistrationBatch);

/** What the applicants of one program gave: a column for each ask. A private answer is not shown, only that there is one. */
export const documentExport = declareCsvExport({
  name: 'documents',
  need: needs.documents,
  entityType: 'registration',
  input: documentExportInput,
  needsPassword: true,
  description: () => 'Exported the answers and documents of a program, without pages',
  columns: async ({ programId }, { em }): Promise<ExportColumn<ExportedRow>[]> => {
    const program = await em.findOne(
      ProgramEntity,
      { id: programId, deletedAt: null },
      { fields: ['asks'], disableIdentityMap: true },
    );
    if (!program) throw notFoundError('Program not found');
    return [
      { heading: 'Reference', cell: ({ registration }) => registration.reference },
      { heading: 'Name', cell: ({ registration }) => joinFullName(registration) },
      { heading: 'Status', cell: ({ registration }) => registration.status },
      ...program.asks.map(askColumn),
    ];
  },
  batches: async function* readBatches(ctx, { programId }) {
    for await (const registrations of registrationPager(ctx, { programId, withMedical: false })) {
      const ids = listIds(registrations);
      const asksByRegistration = await readAsksOfRegistrations(ctx, ids);
      const pageCounts = await readRows(ctx.em, { registration: int, ask: text, pages: int })(
        `select registration_id as registration, ask, count(*)::int as pages from ${DOCUMENT_PAGES_TABLE}
         where registration_id = any(?::int[]) and arrived_at is not null group by 1, 2`,
        [`{${ids}}`],
      );
      const pageCountsById = Map.groupBy(pageCounts, ({ registration }) => registration);
      yield registrations.map((registration) => {
        const { asked = [], former = [] } = asksByRegistration.get(registration.id) ?? {};
        const rows = [...asked.flatMap(({ given }) => given ?? []), ...former];
        const counts = pageCountsById.get(registration.id) ?? [];
        return {
          registration,
          given: new Map(rows.map((row) => [row.ask, row])),
          pages: new Map(counts.map(({ ask, pages }) => [ask, pages])),
        };
      });
    }
  },
});

const askColumn = ({ id, label, kind }: Ask): ExportColumn<ExportedRow> => ({
  heading: label,
  cell: ({ given, pages }) => {
    const row = given.get(id);
    if (!row) return null;
    if (kind !== 'document') return row.sealedAnswer ? 'answered' : row.answer;
    const originalOrPagesText = row.originalSeenAt ? 'original seen' : countItems(pages.get(id) ?? 0, 'page');
    return `${originalOrPagesText}, ${row.state}`;
  },
});
