import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ProgramInput, type ProgramSummary, programResource } from '@institute/contract';
import type { Ask } from '@institute/contract/asks.constants';
import { programExcerptLength } from '@institute/contract/programs.constants';
import { truncate } from '@institute/contract/text';
import { removeBlockMarks } from '@institute/contract/text-blocks';
import type { Ctx } from '../../../context.ts';
import { listIds } from '../../../sql.ts';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { declareComputedFields } from '../../platform/content/content.view.ts';
import { parsePublishAt } from '../../platform/content/publishing.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { type ChangePrice, ProgramEntity } from './program.entity.ts';

/** Each ask has an id of its own, by which answers name it. */
function giveIdsToAsks(given: NonNullable<ProgramInput['asks']>): Ask[] {
  const takenIds = new Set<string>();
  return given.map(({ id, help = null, ...ask }) => {
    const uniqueId = id && !takenIds.has(id) ? id : randomBytes(6).toString('hex');
    takenIds.add(uniqueId);
    return { ...ask, id: uniqueId, help };
  });
}

type FindNextIntakes = (
  ctx: Pick<Ctx, 'em' | 'now'>,
  programs: readonly number[],
) => Promise<ReadonlyMap<number, ProgramSummary['nextIntake']>>;

/** `nextStartSql` makes SQL of the first day of a program's next intake. */
export const declarePrograms = (
  nextIntakes: FindNextIntakes,
  nextStartSql: (programs: string) => string,
  changePrice: ChangePrice,
) =>
  declareContentResource({
    contract: programResource,
    entity: ProgramEntity,
    title: 'name',
    images: ['imageUrl'],
    page: '/programs',
    listedOn: ['/', '/programs', '/registration'],
    drafts: true,
    versions: true,
    visible: { isActive: true },
    summary: {
      computed: declareComputedFields(ProgramEntity, ['description'], ({ description }) => ({
        excerpt: truncate(removeBlockMarks(description), programExcerptLength),
      })),
      complete: async (ctx, programs) => {
        const ids = listIds(programs);
        const nextIntakesById = await nextIntakes(ctx, ids);
        return programs.map((program) => ({
          ...program,
          nextIntake: nextIntakesById.get(program.id) ?? null,
        }));
      },
    },
    order: 'id',
    // Programs without a start come last in both directions
    orders: {
      nextIntake: (row, direction) =>
        `coalesce(${nextStartSql(row)}, '${direction === 'asc' ? '' : '-'}infinity'::date)`,
    },
    prepare: async (input, row, tx) => {
      // SMS and emails name the program
      if (input.name !== row?.name) await refuseForeignWords(tx, [input.name]);
      await changePrice(tx, () => input.name ?? row?.name ?? '', row, input);
      const asksWithIds = input.asks && giveIdsToAsks(input.asks);
      // The database has their fields in another order, which would count as a change
      const areAsksUnchanged = row && isDeepStrictEqual(asksWithIds, row.asks);
      // Messages about what is missing or refused name them
      const knownLabels = new Set(row?.asks.map(({ label }) => label));
      await refuseForeignWords(
        tx,
        (asksWithIds ?? []).flatMap(({ label }) => (knownLabels.has(label) ? [] : [label])),
      );
      return {
        ...parsePublishAt(input),
        ...(asksWithIds && { asks: areAsksUnchanged ? row.asks : asksWithIds }),
      };
    },
    statsKey: 'programs',
    incomplete: [
      {
        one: 'has no price',
        many: 'programs have no price',
        hint: 'Visitors read “Free”. Give it a price, or 1 if it is meant to be free.',
        where: { isActive: true, price: 0 },
      },
    ],
  });
