import type { Program, ProgramSummary } from '@institute/contract';
import { programExcerptLength } from '@institute/contract/content.constants';
import { truncate } from '@institute/contract/text';
import type { Ctx } from '../../context.ts';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { ProgramRow } from './program.entity.ts';

export const programView = (row: ProgramRow): Program => ({
  ...storedView(row),
  name: row.name,
  description: row.description,
  category: row.category,
  duration: row.duration,
  schedule: row.schedule,
  price: row.price,
  imageUrl: row.imageUrl,
  imageAlt: row.imageAlt ?? null,
  isActive: row.isActive,
  maxParticipants: row.maxParticipants ?? null,
  status: row.status,
  publishAt: row.publishAt?.toISOString() ?? null,
});

export type NextIntakes = (
  ctx: Pick<Ctx, 'em' | 'now'>,
  programs: readonly number[],
) => Promise<ReadonlyMap<number, ProgramSummary['nextIntake']>>;

export const programSummary = (nextIntakes: NextIntakes) =>
  summaryOf<ProgramRow>()(
    ['id', 'name', 'description', 'category', 'duration', 'price', 'imageUrl', 'imageAlt'],
    (row): ProgramSummary => ({
      id: row.id,
      name: row.name,
      excerpt: truncate(row.description, programExcerptLength),
      category: row.category,
      duration: row.duration,
      price: row.price,
      imageUrl: row.imageUrl,
      imageAlt: row.imageAlt ?? null,
      nextIntake: null,
    }),
    {
      complete: async (ctx, programs) => {
        const next = await nextIntakes(
          ctx,
          programs.map(({ id }) => id),
        );
        return programs.map((program) => ({ ...program, nextIntake: next.get(program.id) ?? null }));
      },
    },
  );
